import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import type { Audience } from '#contract/people.ts'
import { connectableSource, sourceName, tasteFrames, type ConnectableSource, type Source, type SourceName } from '#contract/taste.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { violatesUnique } from '../../platform/db/query-error.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { SocketHub } from '../../platform/socket/socket-route.ts'
import type { ProviderAccount, ProviderTokens } from '../../providers/provider.ts'
import { createOauth, mustOffer } from './oauth.service.ts'
import type { Secrets } from './secrets.ts'
import { createAccess } from './sources.access.ts'
import { presentSource } from './sources.present.ts'
import { createSourcesStore } from './sources.store.ts'
import type { ItemResolver, SourceProviders, SourceRow, TasteChanged } from './sources.types.ts'
import { createSync } from './sync.service.ts'
import { createSyncStore } from './sync.store.ts'

export type SourcesDeps = {
  db: Db
  clock: Clock
  newId: () => string
  secrets: Secrets
  providers: SourceProviders
  /** The product's own origin as browsers reach it. */
  origin: () => string
  jobs: Pick<Jobs, 'add' | 'register'>
  hub: Pick<SocketHub, 'send'>
  media: ItemResolver
  onTasteChanged: TasteChanged
  log: Log
}

const MAX_ACCOUNT_NAME = 200

/** Where people's taste comes from: connecting, reading, consent and taking it back. Registers the job that reads accounts. */
export function createSources(deps: SourcesDeps) {
  const { db, clock, providers, secrets, hub, onTasteChanged, log } = deps
  const store = createSourcesStore(db)
  const access = createAccess({ store, secrets, clock })
  const present = (name: SourceName, row: SourceRow | null) => presentSource(name, row, mayShare(name))
  const announce = (row: SourceRow) => hub.send([row.uid], tasteFrames.source_changed, { source: present(row.source, row) })
  const sync = createSync({ ...deps, access, announce })
  const oauth = createOauth({ ...deps, connect })
  deps.jobs.register(sync.job)

  function mayShare(name: SourceName): boolean {
    return name === 'picks' || (providers[name]?.mayShare ?? false)
  }

  /** @throws AppError 'account_in_use' when the account belongs to somebody else here */
  async function connect(uid: Uid, source: ConnectableSource, account: ProviderAccount, tokens: ProviderTokens): Promise<Source> {
    const { provider } = mustOffer(providers, source)
    const key = { uid, source }
    const connection = {
      accountId: account.id,
      accountName: account.name?.replaceAll('\0', '').toWellFormed().slice(0, MAX_ACCOUNT_NAME) ?? null,
      tokens: access.sealed(uid, source, tokens),
      accessExpiresAt: tokens.accessExpiresAt,
      keepPrivate: !mayShare(source),
      now: clock.now(),
    }
    try {
      await db.transaction().execute(async (tx) => {
        const locked = createSourcesStore(tx)
        const before = await locked.lock(key)
        // Another account's things are not this one's.
        if (before && before.accountId !== account.id) {
          await createSyncStore(tx).removeAll(key)
          await locked.forgetReading(key)
        }
        await locked.connect(key, connection)
      })
    } catch (error) {
      if (violatesUnique(error, 'taste_sources_source_account_id_key')) throw new AppError('account_in_use', { uid, source })
      throw error
    }
    return present(source, await sync.start(uid, source, provider))
  }

  return {
    /** See oauth.service.ts. */
    begin: (uid: Uid, source: ConnectableSource, returnTo: string) => oauth.begin(uid, source, returnTo),
    finish: (uid: Uid, source: ConnectableSource, answer: { code: string; state: string }) => oauth.finish(uid, source, answer),

    /** Every source that this installation offers or that the person has, in the order of the contract. */
    async list(uid: Uid): Promise<Source[]> {
      const rows = new Map((await store.ofPerson(uid)).map((row) => [row.source, row]))
      return sourceName.options
        .filter((name) => name === 'picks' || providers[name] || rows.has(name))
        .map((name) => present(name, rows.get(name) ?? null))
    },

    /**
     * Reads the account again, in the background.
     * @throws AppError 'not_found' for a source that is not offered, 'wrong_state' when it is not connected
     */
    async sync(uid: Uid, source: ConnectableSource): Promise<Source> {
      const { provider } = mustOffer(providers, source)
      const begun = await sync.start(uid, source, provider)
      if (!begun) throw new AppError('wrong_state', { uid, source })
      return present(source, begun)
    },

    /**
     * Who may see a source, and whether it counts for matching. Rows that the operator does not let be shared stay private
     * whatever is asked: the answer says what holds.
     * @throws AppError 'wrong_state' when the source is not connected
     */
    async setConsent(uid: Uid, source: SourceName, shownTo: Audience, countsForMatching: boolean): Promise<Source> {
      const isFree = mayShare(source)
      await store.setConsent({ uid, source }, isFree ? shownTo : 'only_me', isFree && countsForMatching)
      const row = await store.find({ uid, source })
      if (!row) throw new AppError('wrong_state', { uid, source })
      announce(row)
      await onTasteChanged(uid)
      return present(source, row)
    },

    /** Deletes everything that came from a source, and its tokens, at once; then ends the authorisation at the provider if it can be reached. */
    async disconnect(uid: Uid, source: SourceName): Promise<Source> {
      const removed = await store.remove({ uid, source })
      const answer = present(source, null)
      if (!removed) return answer
      hub.send([uid], tasteFrames.source_changed, { source: answer })
      await onTasteChanged(uid)
      if (source !== 'picks' && removed.tokens) await revoke(uid, source, removed.tokens)
      log.info({ uid, source }, 'a source was disconnected')
      return answer
    },

    /** Keeps rows of sources that the operator does not let be shared to their owners, also those of before the setting changed. Call at start. */
    async applyOperatorSettings(): Promise<void> {
      for (const source of connectableSource.options) {
        if (!providers[source] || mayShare(source)) continue
        for (const uid of await store.keepPrivate(source)) await onTasteChanged(uid)
      }
    },

    /** Goes on with syncs whose job was lost in a crash. Call once after the jobs have started. */
    resume: () => sync.resume(),
  }

  /** What the person asked for is done already; a provider that is away must not make it look otherwise. */
  async function revoke(uid: Uid, source: ConnectableSource, sealed: string): Promise<void> {
    const token = access.revocable(uid, source, sealed)
    try {
      if (token) await providers[source]?.provider.revoke(token)
    } catch (error) {
      log.warn({ uid, source, reason: error instanceof Error ? error.message : 'unknown' }, 'an authorisation could not be revoked')
    }
  }
}
export type Sources = ReturnType<typeof createSources>
