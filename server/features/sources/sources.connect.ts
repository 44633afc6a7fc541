import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { ConnectableSource, NameSource, Source, SourceName, SyncedSource } from '#contract/taste/taste.ts'
import { violatesUnique } from '#server/platform/db/query-error.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { NameProvider, ProviderAccount, ProviderTokens } from '#server/providers/provider.ts'
import { requireProvider } from './oauth.service.ts'
import type { Access } from './sources.access.ts'
import { createMonthlyPrintsStore } from './monthly-prints.ts'
import { createPlaysStore } from './plays.ts'
import { createSourcesStore, type NewConnection } from './sources.store.ts'
import { sharingRule, type ChosenConsent, type SourceProviders, type SourceRow } from './sources.types.ts'
import type { SyncDeps } from './sync.service.ts'
import { createSyncStore } from './sync.store.ts'

export type ConnectorDeps = Pick<SyncDeps, 'db' | 'clock' | 'events' | 'log'> & {
  providers: SourceProviders
  access: Access
  /** Starts the first sync. */
  start: (uid: Uid, source: SyncedSource) => Promise<SourceRow | null>
  present: (name: SourceName, row: SourceRow | null) => Source
  /** Updates matching and clients after a source was removed. */
  afterDisconnect: (removed: SourceRow) => Promise<Source>
}

const MAX_ACCOUNT_NAME = 200

/** Stores a new connection, authorized or linked by name, with its consent, and starts the first sync. */
export function createConnector({ db, clock, providers, access, events, log, start, present, afterDisconnect }: ConnectorDeps) {
  /** @throws AppError 'account_in_use' when another user has connected the account */
  async function saveConnection(
    uid: Uid,
    source: SyncedSource,
    account: Omit<NewConnection, 'firstConsent' | 'changedConsent' | 'now'>,
    chosen: ChosenConsent,
  ): Promise<Source> {
    const key = { uid, source }
    try {
      await db.transaction().execute(async (tx) => {
        const locked = createSourcesStore(tx)
        const before = await locked.lock(key)
        // Rows of another account must not stay.
        if (before && before.accountId !== account.accountId) {
          await createSyncStore(tx).removeAll(key)
          await createPlaysStore(tx).replace(key, [])
          await createMonthlyPrintsStore(tx).removeSource(key)
          await locked.clearSyncState(key)
        }
        // A verified name stays verified when it is linked again by name only.
        const verified = account.verified || (before?.verified === true && before.accountId === account.accountId)
        await locked.connect(key, { ...account, verified, ...consentFor(providers, source, chosen), now: clock.now() })
      })
    } catch (error) {
      if (violatesUnique(error, 'taste_sources_source_account_id_key')) throw new AppError('account_in_use', { uid, source })
      throw error
    }
    events.publish({ kind: 'source.resumed', by: uid, source })
    return present(source, await start(uid, source))
  }

  /** The verified owner of a name replaces a user who only claimed it: the claim is removed with its data. */
  async function removeUnverifiedClaim(uid: Uid, source: NameSource, accountId: string): Promise<void> {
    const store = createSourcesStore(db)
    const claimant = await store.findByAccount(source, accountId)
    if (!claimant || claimant.uid === uid || claimant.verified) return
    const removed = await store.remove(claimant)
    if (removed) await afterDisconnect(removed)
    events.publish({ kind: 'source.stopped', by: claimant.uid, source })
    log.info({ from: claimant.uid, to: uid, source }, 'name moved to its verified owner')
  }

  async function linkAccount(
    uid: Uid,
    source: NameSource,
    account: { id: string; name: string },
    verified: boolean,
    chosen: ChosenConsent,
  ) {
    if (verified) await removeUnverifiedClaim(uid, source, account.id)
    const connection = { accountId: account.id, accountName: account.name, tokens: null, accessExpiresAt: null, verified }
    const linked = await saveConnection(uid, source, connection, chosen)
    log.info({ uid, source, verified }, 'name linked')
    return linked
  }

  return {
    /** Links a name whose owner signed in at the service. @throws AppError 'account_in_use' */
    linkProven: (uid: Uid, source: NameSource, account: { id: string; name: string }, chosen: ChosenConsent): Promise<Source> =>
      linkAccount(uid, source, account, true, chosen),

    async connect(
      uid: Uid,
      source: ConnectableSource,
      account: ProviderAccount,
      tokens: ProviderTokens,
      chosen: ChosenConsent,
    ): Promise<Source> {
      requireProvider(providers, source)
      const accountName = account.name?.replaceAll('\0', '').toWellFormed().slice(0, MAX_ACCOUNT_NAME) ?? null
      const sealed = access.sealed(uid, source, tokens)
      return saveConnection(
        uid,
        source,
        { accountId: account.id, accountName, tokens: sealed, accessExpiresAt: tokens.accessExpiresAt, verified: true },
        chosen,
      )
    },

    /**
     * Links a public profile. Without a token the name is an unverified claim that a verified owner can replace. The
     * token is checked once and not stored.
     * @throws AppError 'name_unknown', 'name_private', 'token_wrong', 'account_in_use', 'provider_unavailable',
     * 'not_found' where the source is not enabled
     */
    async link(
      uid: Uid,
      source: NameSource,
      input: { name: string; token?: string | undefined },
      chosen: ChosenConsent = {},
    ): Promise<Source> {
      const { provider } = requireProvider(providers, source)
      const { account, verified } = await lookUpAccount(provider, input)
      return linkAccount(uid, source, account, verified, chosen)
    },
  }
}

function consentFor(
  providers: SourceProviders,
  source: SyncedSource,
  chosen: ChosenConsent,
): Pick<NewConnection, 'firstConsent' | 'changedConsent'> {
  const empty = { shownTo: 'only_me' as const, countsForMatching: false }
  if (!sharingRule(providers)(source)) return { firstConsent: empty, changedConsent: empty }
  const isShared = providers[source]?.isSharedFromStart ?? false
  const first = isShared ? { shownTo: 'everyone' as const, countsForMatching: true } : empty
  const { shownTo, countsForMatching } = chosen
  return {
    firstConsent: { shownTo: shownTo ?? first.shownTo, countsForMatching: countsForMatching ?? first.countsForMatching },
    changedConsent: { ...(shownTo === undefined ? {} : { shownTo }), ...(countsForMatching === undefined ? {} : { countsForMatching }) },
  }
}

async function lookUpAccount(provider: NameProvider, { name, token }: { name: string; token?: string | undefined }) {
  try {
    const account = await provider.account(parseProfileName(provider.source, storable(name, 'name')))
    if (token === undefined) return { account, verified: false }
    // The token goes into a header, which allows only these characters.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new AppError('token_wrong', { source: provider.source })
    if ((await provider.ownerOf?.(token)) !== account.id) throw new AppError('token_wrong', { source: provider.source })
    return { account, verified: true }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const code = error.kind === 'unknown' ? 'name_unknown' : error.kind === 'private' ? 'name_private' : 'provider_unavailable'
    throw new AppError(code, { source: provider.source, kind: error.kind, reason: error.message, ...error.logFields })
  }
}

const hosts: Record<NameSource, RegExp> = {
  listenbrainz: /^(?:https?:\/\/)?(?:www\.)?listenbrainz\.org\/user\/([^/?#]+)/i,
  lastfm: /^(?:https?:\/\/)?(?:www\.)?last\.fm\/(?:[a-z]{2}\/)?user\/([^/?#]+)/i,
}

/** Accepts a name or the URL of a profile and returns the name. */
export function parseProfileName(source: NameSource, typed: string): string {
  const inAddress = hosts[source].exec(typed.trim())?.[1]
  if (inAddress === undefined) return typed.trim().replace(/^@/, '')
  try {
    return decodeURIComponent(inAddress)
  } catch {
    // The text is not percent-encoded.
    return inAddress
  }
}
