import { AppError } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import type { FederatedIssuer } from '#server/features/identity/federation/federation.ts'
import {
  emulatorAddresses,
  firebaseIssuer,
  firebaseCapabilities,
  firebaseSources,
  googleAddresses,
  type GoogleAddresses,
  readFirebaseKeys,
} from '#server/features/identity/federation/firebase.ts'
import { fileKeyStorage } from '#server/features/identity/tokens/key-file.ts'
import { createRemoteKeys, RELOAD_EVERY_MS } from '#server/features/identity/tokens/remote-keys.ts'
import type { IdentityOptions } from '#server/features/identity/identity.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ExternalSources } from '#server/platform/http/content-policy.ts'
import type { Log } from '#server/platform/observability/log.ts'

/** An issuer that the demo starts itself: the name of its button and where it answers. */
export type FakeIssuer = { name: string; issuer: string; clientId: string }

export type SignInOptions = {
  config: Pick<Config, 'issuers' | 'firebase' | 'dataDir'>
  /** Replaces an issuer that is not configured. */
  fakeIssuer: FakeIssuer | null
  clock: Clock
  log: Log
  /** Where Google answers; tests put a fake service there. */
  google?: GoogleAddresses
}

/** The sign-in providers of this installation. */
export type SignIn = {
  /** For `createIdentity`. */
  identity: Pick<IdentityOptions, 'federated' | 'otherIssuers' | 'capabilities'>
  /** The additional origins for the pages' content policy. */
  outside: ExternalSources
  /** Starts reloading the keys of other issuers. @returns a function that stops it */
  start(): () => void
}

/** The configured providers, a fake issuer in a demo without one, or Firebase instead of all of them. */
export function signInProviders({ config, fakeIssuer, clock, log, google = googleAddresses }: SignInOptions): SignIn {
  if (config.firebase?.emulatorHost) return emulatorSignIn(config.firebase, config.firebase.emulatorHost, { clock, log })
  if (config.firebase) return firebaseSignIn(config.firebase, { config, clock, log, google })
  const hasOidc = config.issuers.some(({ id }) => id === 'oidc')
  const demoIssuers: FederatedIssuer[] = fakeIssuer && !hasOidc ? [{ id: 'oidc', clientSecret: null, ...fakeIssuer }] : []
  return {
    identity: { federated: [...config.issuers, ...demoIssuers] },
    outside: { scripts: [], frames: [], connections: [] },
    start: () => () => undefined,
  }
}

function firebaseSignIn(
  project: NonNullable<Config['firebase']>,
  { config, clock, log, google }: Required<Omit<SignInOptions, 'fakeIssuer'>>,
): SignIn {
  const storage = fileKeyStorage(config.dataDir, 'firebase')
  const keys = createRemoteKeys({ read: () => readFirebaseKeys(google), storage, clock, log })
  return {
    identity: { otherIssuers: [firebaseIssuer(project, { keys, clock, addresses: google })], capabilities: firebaseCapabilities(project) },
    outside: firebaseSources(project),
    start() {
      void keys.reload()
      const timer = setInterval(() => void keys.reload(), RELOAD_EVERY_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}

/** The Auth emulator instead of Google. It has no keys, because its tokens are unsigned. */
function emulatorSignIn(
  project: NonNullable<Config['firebase']>,
  host: string,
  { clock, log }: Pick<SignInOptions, 'clock' | 'log'>,
): SignIn {
  const keys = { find: () => Promise.reject(new AppError('unauthenticated', { reason: 'the emulator has no keys' })) }
  return {
    identity: {
      otherIssuers: [firebaseIssuer(project, { keys, clock, addresses: emulatorAddresses(host) })],
      capabilities: firebaseCapabilities(project),
    },
    outside: firebaseSources(project),
    start() {
      log.warn({ host }, 'the Firebase Auth emulator signs users in: its tokens are unsigned, so anyone can sign in as anyone')
      return () => undefined
    },
  }
}
