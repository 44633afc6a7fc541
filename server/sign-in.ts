import type { Config } from './config.ts'
import type { FederatedIssuer } from './features/identity/identity.federation.ts'
import {
  firebaseIssuer,
  firebaseOffer,
  firebaseSources,
  googleAddresses,
  type GoogleAddresses,
  readFirebaseKeys,
} from './features/identity/identity.firebase.ts'
import { keyFile } from './features/identity/identity.key-file.ts'
import { createRemoteKeys, RELOAD_EVERY_MS } from './features/identity/identity.remote-keys.ts'
import type { IdentityOptions } from './features/identity/identity.service.ts'
import type { Clock } from './platform/clock.ts'
import type { OutsideSources } from './platform/http/content-policy.ts'
import type { Log } from './platform/log.ts'

/** An issuer that the demo starts itself: the name of its button and where it answers. */
export type IssuerStandIn = { name: string; issuer: string; clientId: string }

export type SignInOptions = {
  config: Pick<Config, 'issuers' | 'firebase' | 'dataDir'>
  /** Takes the place of an issuer that nobody configured. */
  standIn: IssuerStandIn | null
  clock: Clock
  log: Log
  /** Where Google answers; tests put a stand-in there. */
  google?: GoogleAddresses
}

/** Who signs people in at this installation, for identity, for the pages, and for the start. */
export type SignIn = {
  /** For `createIdentity`. */
  identity: Pick<IdentityOptions, 'federated' | 'otherIssuers' | 'offer'>
  /** What the pages may load for it. */
  outside: OutsideSources
  /** Keeps the keys of other issuers fresh from now on. Returns what ends that. */
  start(): () => void
}

/** The configured providers, a stand-in for what is missing in a demo, or Firebase in place of all of them. */
export function signInProviders({ config, standIn, clock, log, google = googleAddresses }: SignInOptions): SignIn {
  if (config.firebase) return byFirebase(config.firebase, { config, clock, log, google })
  const hasOidc = config.issuers.some(({ id }) => id === 'oidc')
  const inItsPlace: FederatedIssuer[] = standIn && !hasOidc ? [{ id: 'oidc', clientSecret: null, ...standIn }] : []
  return {
    identity: { federated: [...config.issuers, ...inItsPlace] },
    outside: { scripts: [], frames: [], connections: [] },
    start: () => () => undefined,
  }
}

function byFirebase(
  project: NonNullable<Config['firebase']>,
  { config, clock, log, google }: Required<Omit<SignInOptions, 'standIn'>>,
): SignIn {
  const keeper = keyFile(config.dataDir, 'firebase')
  const keys = createRemoteKeys({ read: () => readFirebaseKeys(google), keeper, clock, log })
  return {
    identity: { otherIssuers: [firebaseIssuer(project, { keys, addresses: google })], offer: firebaseOffer(project) },
    outside: firebaseSources(project),
    start() {
      void keys.reload()
      const timer = setInterval(() => void keys.reload(), RELOAD_EVERY_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
