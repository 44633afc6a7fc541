import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { ConnectableSource, NameSource, Source, SourceName, SyncedSource } from '#contract/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { violatesUnique } from '#server/platform/db/query-error.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { NameProvider, ProviderAccount, ProviderTokens } from '#server/providers/provider.ts'
import { mustOffer } from './oauth.service.ts'
import { nameIn } from './profile-name.ts'
import type { Access } from './sources.access.ts'
import { createSourcesStore, type NewConnection } from './sources.store.ts'
import { sharingRule, type ChosenConsent, type SourceProviders, type SourceRow } from './sources.types.ts'
import { createSyncStore } from './sync.store.ts'

export type ConnectingDeps = {
  db: Db
  clock: Clock
  providers: SourceProviders
  access: Access
  log: Log
  /** Starts the first sync. */
  start: (uid: Uid, source: SyncedSource) => Promise<SourceRow | null>
  present: (name: SourceName, row: SourceRow | null) => Source
  /** What follows when a source was taken from somebody. */
  disconnected: (removed: SourceRow) => Promise<Source>
}

const MAX_ACCOUNT_NAME = 200

/** Keeps a new connection, by authorisation or by name, with the consent that was given for it, and starts reading. */
export function createConnecting({ db, clock, providers, access, log, start, present, disconnected }: ConnectingDeps) {
  const mayShare = sharingRule(providers)

  function consentFor(source: SyncedSource, chosen: ChosenConsent): Pick<NewConnection, 'firstConsent' | 'changedConsent'> {
    const nothing = { shownTo: 'only_me' as const, countsForMatching: false }
    if (!mayShare(source)) return { firstConsent: nothing, changedConsent: nothing }
    const isShared = providers[source]?.isSharedFromStart ?? false
    const first = isShared ? { shownTo: 'everyone' as const, countsForMatching: true } : nothing
    const { shownTo, countsForMatching } = chosen
    return {
      firstConsent: { shownTo: shownTo ?? first.shownTo, countsForMatching: countsForMatching ?? first.countsForMatching },
      changedConsent: { ...(shownTo === undefined ? {} : { shownTo }), ...(countsForMatching === undefined ? {} : { countsForMatching }) },
    }
  }

  /** @throws AppError 'account_in_use' when the account belongs to somebody else here */
  async function keep(
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
        // Another account's things are not this one's.
        if (before && before.accountId !== account.accountId) {
          await createSyncStore(tx).removeAll(key)
          await locked.forgetReading(key)
        }
        // What was proven stays so when the same name is linked again without its proof.
        const verified = account.verified || (before?.verified === true && before.accountId === account.accountId)
        await locked.connect(key, { ...account, verified, ...consentFor(source, chosen), now: clock.now() })
      })
    } catch (error) {
      if (violatesUnique(error, 'taste_sources_source_account_id_key')) throw new AppError('account_in_use', { uid, source })
      throw error
    }
    return present(source, await start(uid, source))
  }

  /** Somebody proved that a name is theirs: whoever had only claimed it loses it, with everything that came from it. */
  async function takeFromClaimant(uid: Uid, source: NameSource, accountId: string): Promise<void> {
    const store = createSourcesStore(db)
    const holder = await store.ownerOf(source, accountId)
    if (!holder || holder.uid === uid || holder.verified) return
    const removed = await store.remove(holder)
    if (removed) await disconnected(removed)
    log.info({ from: holder.uid, to: uid, source }, 'a name went to the one who proved it')
  }

  async function linkFound(uid: Uid, source: NameSource, account: { id: string; name: string }, verified: boolean, chosen: ChosenConsent) {
    if (verified) await takeFromClaimant(uid, source, account.id)
    const kept = { accountId: account.id, accountName: account.name, tokens: null, accessExpiresAt: null, verified }
    const linked = await keep(uid, source, kept, chosen)
    log.info({ uid, source, verified }, 'a name was linked')
    return linked
  }

  return {
    /** Links a name whose owner has signed in at the service. @throws AppError 'account_in_use' */
    linkProven: (uid: Uid, source: NameSource, account: { id: string; name: string }, chosen: ChosenConsent): Promise<Source> =>
      linkFound(uid, source, account, true, chosen),

    async connect(
      uid: Uid,
      source: ConnectableSource,
      account: ProviderAccount,
      tokens: ProviderTokens,
      chosen: ChosenConsent,
    ): Promise<Source> {
      mustOffer(providers, source)
      const accountName = account.name?.replaceAll('\0', '').toWellFormed().slice(0, MAX_ACCOUNT_NAME) ?? null
      const sealed = access.sealed(uid, source, tokens)
      return keep(
        uid,
        source,
        { accountId: account.id, accountName, tokens: sealed, accessExpiresAt: tokens.accessExpiresAt, verified: true },
        chosen,
      )
    },

    /**
     * Links a public profile. Without a token the name is a claim: it counts, is marked as not verified, and gives way to
     * somebody who proves it. The token is looked at once and not kept.
     * @throws AppError 'name_unknown', 'name_private', 'token_wrong', 'account_in_use', 'provider_unavailable', 'not_found' where it is not offered
     */
    async link(
      uid: Uid,
      source: NameSource,
      given: { name: string; token?: string | undefined },
      chosen: ChosenConsent = {},
    ): Promise<Source> {
      const { provider } = mustOffer(providers, source)
      const { account, verified } = await found(provider, given)
      return linkFound(uid, source, account, verified, chosen)
    },
  }
}

async function found(provider: NameProvider, { name, token }: { name: string; token?: string | undefined }) {
  try {
    const account = await provider.account(nameIn(provider.source, storable(name, 'name')))
    if (token === undefined) return { account, verified: false }
    // It travels in a header, which holds nothing else; no service gives out another.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new AppError('token_wrong', { source: provider.source })
    if ((await provider.ownerOf?.(token)) !== account.id) throw new AppError('token_wrong', { source: provider.source })
    return { account, verified: true }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const code = error.kind === 'unknown' ? 'name_unknown' : error.kind === 'private' ? 'name_private' : 'provider_unavailable'
    throw new AppError(code, { source: provider.source, kind: error.kind, reason: error.message, ...error.facts })
  }
}
