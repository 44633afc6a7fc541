import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { AuthorizedSource, ConnectableSource, NameSource, Source } from '#contract/taste/taste.ts'
import type { Audience } from '#contract/people.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { ProviderError, type ProviderErrorKind } from '#server/providers/provider-error.ts'
import type { NameProvider, ProviderAccount, ProviderTokens } from '#server/providers/provider.ts'
import type { Secrets } from '#server/platform/crypto/sealed-secrets.ts'
import type { ChosenConsent, SourceProviders } from './sources.types.ts'

const STATE_TTL_MS = 10 * 60_000

export type OauthDeps = {
  db: Db
  clock: Clock
  secrets: Secrets
  providers: SourceProviders
  /** The public origin of the product. Read at each use, because the port may be known only after the start. */
  origin: () => string
  /** Stores the connection and starts the first sync. */
  connect: (
    uid: Uid,
    source: ConnectableSource,
    account: ProviderAccount,
    tokens: ProviderTokens,
    consent: ChosenConsent,
  ) => Promise<Source>
  /** Links a verified name. */
  linkProven: (uid: Uid, source: NameSource, account: { id: string; name: string }, consent: ChosenConsent) => Promise<Source>
  log: Log
}

/**
 * Connects an account with the authorization code flow and PKCE. Only the user who started it can finish it. Last.fm
 * has neither code nor state: its token replaces the code, and the redirect URI contains the state.
 */
export function createOauth({ db, clock, secrets, providers, origin, connect, linkProven, log }: OauthDeps) {
  const store = createOauthStore(db)
  const redirectUri = (source: AuthorizedSource) => `${origin()}/__auth/${source}`
  const oldest = () => new Date(clock.now().getTime() - STATE_TTL_MS)

  function addressOf(source: AuthorizedSource, state: string, verifier: string, canWrite: boolean): string {
    if (source === 'lastfm')
      return requireWebProof(providers).authorizeUrl(`${redirectUri(source)}?${new URLSearchParams({ state }).toString()}`)
    return requireProvider(providers, source).provider.authorizeUrl({
      redirectUri: redirectUri(source),
      state,
      challenge: sha256(verifier),
      canWrite,
    })
  }

  async function exchange(uid: Uid, source: AuthorizedSource, code: string, { verifier, consent }: PendingAuthorization): Promise<Source> {
    if (source === 'lastfm') return linkProven(uid, source, await requireWebProof(providers).account(code), consent)
    const { provider } = requireProvider(providers, source)
    const tokens = await provider.exchangeCode({ code, verifier, redirectUri: redirectUri(source) })
    const account = await provider.account(tokens.accessToken)
    return connect(uid, source, account, tokens, consent)
  }

  return {
    /**
     * Returns the URL to send the browser to. `consent` applies once the account is connected; `canWrite` also asks for permission
     * to create playlists.
     * @throws AppError 'not_found' for a source that is not enabled
     */
    async begin(
      uid: Uid,
      source: AuthorizedSource,
      returnTo: string,
      consent: ChosenConsent = {},
      { canWrite = false } = {},
    ): Promise<{ authorize_url: string }> {
      const state = randomBytes(32).toString('base64url')
      const verifier = randomBytes(48).toString('base64url')
      const authorizeUrl = addressOf(source, state, verifier, canWrite)
      await store.deleteOlder(oldest())
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
     * Exchanges the authorization code for tokens.
     * @throws AppError 'authorization_failed' unless the same user started it less than ten minutes ago and has not
     * finished it; 'authorization_code_rejected' when the provider doesn't accept the code; 'account_in_use' when another user has connected the account; 'account_not_allowed',
     * 'account_no_channel' or 'account_closed' when the provider rejects it; 'provider_unavailable'
     */
    async finish(
      uid: Uid,
      source: AuthorizedSource,
      answer: { code: string; state: string },
    ): Promise<{ source: Source; return_to: string }> {
      const pending = await store.consume(sha256(answer.state), uid, source, oldest())
      const verifier = pending && secrets.open(pending.verifier, verifierContext(uid, source))
      if (!pending || !verifier) throw new AppError('authorization_failed', { uid, source, reason: 'state' })
      try {
        const connected = await exchange(uid, source, answer.code, { verifier, consent: pending.consent })
        log.info({ uid, source }, 'an account was connected')
        return { source: connected, return_to: pending.returnTo }
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        throw new AppError(codeOf(error.kind), { uid, source, kind: error.kind, reason: error.message, ...error.logFields })
      }
    },
  }
}

/** The error that users see for a provider's error. */
export function codeOf(kind: ProviderErrorKind) {
  switch (kind) {
    case 'reconnect':
      return 'authorization_code_rejected'
    case 'not_allowed':
      return 'account_not_allowed'
    case 'no_channel':
      return 'account_no_channel'
    case 'account_closed':
      return 'account_closed'
    default:
      return 'provider_unavailable'
  }
}

/** @throws AppError 'not_found' for a source without settings */
export function requireProvider<S extends keyof SourceProviders>(providers: SourceProviders, source: S): NonNullable<SourceProviders[S]> {
  const provider = providers[source]
  if (!provider) throw new AppError('not_found', { source, reason: 'not configured' })
  return provider
}

/** @throws AppError 'not_found' where names can't be verified by signing in */
function requireWebProof(providers: SourceProviders): NonNullable<NameProvider['web']> {
  const { web } = requireProvider(providers, 'lastfm').provider
  if (!web) throw new AppError('not_found', { source: 'lastfm', reason: 'no secret configured' })
  return web
}

type PendingAuthorization = { verifier: string; consent: ChosenConsent }
const verifierContext = (uid: Uid, source: AuthorizedSource) => `verifier ${uid} ${source}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

type OauthTables = {
  oauth_states: {
    state_hash: string
    uid: Uid
    source: AuthorizedSource
    verifier_encrypted: string
    return_to: string
    shown_to: Audience | null
    counts_for_matching: boolean | null
    created_at: Date
  }
}

/** An authorization that was started and not finished. */
type NewAuthorization = {
  stateHash: string
  uid: Uid
  source: AuthorizedSource
  verifier: string
  returnTo: string
  consent: ChosenConsent
  now: Date
}

function createOauthStore(plain: Db) {
  const db = plain.withTables<OauthTables>()
  return {
    async add({ stateHash, uid, source, verifier, returnTo, consent, now }: NewAuthorization): Promise<void> {
      await db
        .insertInto('oauth_states')
        .values({
          state_hash: stateHash,
          uid,
          source,
          verifier_encrypted: verifier,
          return_to: returnTo,
          shown_to: consent.shownTo ?? null,
          counts_for_matching: consent.countsForMatching ?? null,
          created_at: now,
        })
        .execute()
    },

    /**
     * Deletes a state and returns it: of two requests with the same state only one gets it. Returns null when it is
     * unknown, another user's, of another source, or created before `notBefore`.
     */
    async consume(
      stateHash: string,
      uid: Uid,
      source: AuthorizedSource,
      notBefore: Date,
    ): Promise<{ verifier: string; returnTo: string; consent: ChosenConsent } | null> {
      const row = await db
        .deleteFrom('oauth_states')
        .where('state_hash', '=', stateHash)
        .where('uid', '=', uid)
        .where('source', '=', source)
        .where('created_at', '>', notBefore)
        .returning(['verifier_encrypted', 'return_to', 'shown_to', 'counts_for_matching'])
        .executeTakeFirst()
      if (!row) return null
      const consent = { shownTo: row.shown_to ?? undefined, countsForMatching: row.counts_for_matching ?? undefined }
      return { verifier: row.verifier_encrypted, returnTo: row.return_to, consent }
    },

    async deleteOlder(than: Date): Promise<void> {
      await db.deleteFrom('oauth_states').where('created_at', '<=', than).execute()
    },
  }
}
