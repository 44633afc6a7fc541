import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import type { ConnectableSource, Source } from '#contract/taste.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { ProviderAccount, ProviderTokens } from '../../providers/provider.ts'
import { createOauthStore } from './oauth.store.ts'
import type { Secrets } from './secrets.ts'
import type { ChosenConsent, SourceProviders } from './sources.types.ts'

const STATE_LIFETIME_MS = 10 * 60_000

export type OauthDeps = {
  db: Db
  clock: Clock
  secrets: Secrets
  providers: SourceProviders
  /** The product's own origin as browsers reach it; asked at each use, since the port may be known only after the start. */
  origin: () => string
  /** Keeps the authorisation and starts the first sync. */
  connect: (
    uid: Uid,
    source: ConnectableSource,
    account: ProviderAccount,
    tokens: ProviderTokens,
    consent: ChosenConsent,
  ) => Promise<Source>
  log: Log
}

/** Connecting an account: authorisation code with PKCE, and a state that only the person who began can answer. */
export function createOauth({ db, clock, secrets, providers, origin, connect, log }: OauthDeps) {
  const store = createOauthStore(db)
  const redirectUri = (source: ConnectableSource) => `${origin()}/__auth/${source}`
  const oldest = () => new Date(clock.now().getTime() - STATE_LIFETIME_MS)

  return {
    /**
     * The address to send the browser to. `consent` holds from the moment the account is connected.
     * @throws AppError 'not_found' for a source that this installation does not offer
     */
    async begin(uid: Uid, source: ConnectableSource, returnTo: string, consent: ChosenConsent = {}): Promise<{ authorize_url: string }> {
      const { provider } = mustOffer(providers, source)
      const state = randomBytes(32).toString('base64url')
      const verifier = randomBytes(48).toString('base64url')
      await store.removeOlder(oldest())
      await store.add({
        stateHash: sha256(state),
        uid,
        source,
        verifier: secrets.seal(verifier, verifierContext(uid, source)),
        returnTo,
        consent,
        now: clock.now(),
      })
      return { authorize_url: provider.authorizeUrl({ redirectUri: redirectUri(source), state, challenge: sha256(verifier) }) }
    },

    /**
     * Exchanges the code that came back.
     * @throws AppError 'authorisation_failed' unless this very person began it, within ten minutes, and has not answered yet;
     *  'account_in_use' when the account belongs to somebody else here; 'provider_unavailable'
     */
    async finish(
      uid: Uid,
      source: ConnectableSource,
      answer: { code: string; state: string },
    ): Promise<{ source: Source; return_to: string }> {
      const { provider } = mustOffer(providers, source)
      const begun = await store.take(sha256(answer.state), uid, source, oldest())
      const verifier = begun && secrets.open(begun.verifier, verifierContext(uid, source))
      if (!begun || !verifier) throw new AppError('authorisation_failed', { uid, source, reason: 'state' })
      try {
        const tokens = await provider.exchangeCode({ code: answer.code, verifier, redirectUri: redirectUri(source) })
        const account = await provider.account(tokens.accessToken)
        const connected = await connect(uid, source, account, tokens, begun.consent)
        log.info({ uid, source }, 'an account was connected')
        return { source: connected, return_to: begun.returnTo }
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        const code = error.kind === 'reconnect' ? 'authorisation_failed' : 'provider_unavailable'
        throw new AppError(code, { uid, source, kind: error.kind, reason: error.message, ...error.facts })
      }
    },
  }
}

/** @throws AppError 'not_found' for a source without settings */
export function mustOffer<S extends keyof SourceProviders>(providers: SourceProviders, source: S): NonNullable<SourceProviders[S]> {
  const offered = providers[source]
  if (!offered) throw new AppError('not_found', { source, reason: 'not configured' })
  return offered
}

const verifierContext = (uid: Uid, source: ConnectableSource) => `verifier ${uid} ${source}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
