import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { AuthorisedSource, ConnectableSource, NameSource, Source } from '#contract/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { NameProvider, ProviderAccount, ProviderTokens } from '#server/providers/provider.ts'
import { createOauthStore } from './oauth.store.ts'
import type { Secrets } from '#server/platform/crypto/sealed-secrets.ts'
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
  /** Links a name that its owner has proven. */
  linkProven: (uid: Uid, source: NameSource, account: { id: string; name: string }, consent: ChosenConsent) => Promise<Source>
  log: Log
}

/**
 * Connecting an account: authorisation code with PKCE, and a state that only the person who began can answer. Last.fm knows
 * neither: its token takes the place of the code, and the state stands in the address that people come back to.
 */
export function createOauth({ db, clock, secrets, providers, origin, connect, linkProven, log }: OauthDeps) {
  const store = createOauthStore(db)
  const redirectUri = (source: AuthorisedSource) => `${origin()}/__auth/${source}`
  const oldest = () => new Date(clock.now().getTime() - STATE_LIFETIME_MS)

  function addressOf(source: AuthorisedSource, state: string, verifier: string): string {
    if (source === 'lastfm') return mustProve(providers).authorizeUrl(`${redirectUri(source)}?${new URLSearchParams({ state }).toString()}`)
    return mustOffer(providers, source).provider.authorizeUrl({ redirectUri: redirectUri(source), state, challenge: sha256(verifier) })
  }

  async function exchange(uid: Uid, source: AuthorisedSource, code: string, { verifier, consent }: Begun): Promise<Source> {
    if (source === 'lastfm') return linkProven(uid, source, await mustProve(providers).account(code), consent)
    const { provider } = mustOffer(providers, source)
    const tokens = await provider.exchangeCode({ code, verifier, redirectUri: redirectUri(source) })
    const account = await provider.account(tokens.accessToken)
    return connect(uid, source, account, tokens, consent)
  }

  return {
    /**
     * The address to send the browser to. `consent` holds from the moment the account is connected.
     * @throws AppError 'not_found' for a source that this installation does not offer
     */
    async begin(uid: Uid, source: AuthorisedSource, returnTo: string, consent: ChosenConsent = {}): Promise<{ authorize_url: string }> {
      const state = randomBytes(32).toString('base64url')
      const verifier = randomBytes(48).toString('base64url')
      const authorizeUrl = addressOf(source, state, verifier)
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
      return { authorize_url: authorizeUrl }
    },

    /**
     * Exchanges the code that came back.
     * @throws AppError 'authorisation_failed' unless this very person began it, within ten minutes, and has not answered yet;
     *  'account_in_use' when the account belongs to somebody else here; 'provider_unavailable'
     */
    async finish(
      uid: Uid,
      source: AuthorisedSource,
      answer: { code: string; state: string },
    ): Promise<{ source: Source; return_to: string }> {
      const begun = await store.take(sha256(answer.state), uid, source, oldest())
      const verifier = begun && secrets.open(begun.verifier, verifierContext(uid, source))
      if (!begun || !verifier) throw new AppError('authorisation_failed', { uid, source, reason: 'state' })
      try {
        const connected = await exchange(uid, source, answer.code, { verifier, consent: begun.consent })
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

/** @throws AppError 'not_found' where names can't be proven by signing in */
function mustProve(providers: SourceProviders): NonNullable<NameProvider['web']> {
  const { web } = mustOffer(providers, 'lastfm').provider
  if (!web) throw new AppError('not_found', { source: 'lastfm', reason: 'no secret configured' })
  return web
}

type Begun = { verifier: string; consent: ChosenConsent }
const verifierContext = (uid: Uid, source: AuthorisedSource) => `verifier ${uid} ${source}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
