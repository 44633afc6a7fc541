import type { Uid } from '#contract/base/ids.ts'
import type { NameSource, SyncedSource } from '#contract/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import { json, toSource, type SourceTables } from './sources.tables.ts'
import { noCounts, type Counts, type Position, type Progress, type SourceKey, type SourceRow } from './sources.types.ts'

type Consent = Pick<SourceRow, 'shownTo' | 'countsForMatching'>
/** Whether it counts silently stays as it was where that is left out. */
type ChangedConsent = Consent & { countsSilently?: boolean }

/** What an authorisation brought, or a linked name, ready to be kept. */
export type NewConnection = {
  accountId: string | null
  accountName: string | null
  tokens: string | null
  accessExpiresAt: Date | null
  verified: boolean
  /** For a source that is new. */
  firstConsent: Consent
  /** What replaces the consent of a source that is there; each left out stays as it was. */
  changedConsent: Partial<Consent>
  now: Date
}

/** How a sync left its source. `refusedSince` left out stays as it was. */
export type SyncState = {
  status: SourceRow['status']
  position: Position | null
  progress: Progress | null
  error: string | null
  counts?: Counts
  syncedAt?: Date
  refusedSince?: Date | null
}

/** What is known of connected sources. Given a transaction, all of it happens in there. */
export function createSourcesStore(plain: Db) {
  const db = plain.withTables<SourceTables>()
  const one = (key: SourceKey) => db.selectFrom('taste_sources').selectAll().where('uid', '=', key.uid).where('source', '=', key.source)
  const update = (key: SourceKey) => db.updateTable('taste_sources').where('uid', '=', key.uid).where('source', '=', key.source)

  return {
    async find(key: SourceKey): Promise<SourceRow | null> {
      const row = await one(key).executeTakeFirst()
      return row ? toSource(row) : null
    },

    /** The source, locked until the transaction ends. */
    async lock(key: SourceKey): Promise<SourceRow | null> {
      const row = await one(key).forUpdate().executeTakeFirst()
      return row ? toSource(row) : null
    },

    async ofPerson(uid: Uid): Promise<SourceRow[]> {
      return (await db.selectFrom('taste_sources').selectAll().where('uid', '=', uid).execute()).map(toSource)
    },

    /** Every sync that was begun and is not done, of everybody. */
    async syncing(): Promise<SourceRow[]> {
      return (await db.selectFrom('taste_sources').selectAll().where('status', '=', 'syncing').execute()).map(toSource)
    },

    /** Whoever has that account or name here. */
    async ownerOf(source: NameSource, accountId: string): Promise<SourceRow | null> {
      const row = await db
        .selectFrom('taste_sources')
        .selectAll()
        .where('source', '=', source)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row ? toSource(row) : null
    },

    /** Keeps a new or renewed connection. Throws the engine's unique violation when the account belongs to somebody else. */
    async connect({ uid, source }: SourceKey, given: NewConnection): Promise<void> {
      const { firstConsent, changedConsent, now } = given
      const connection = {
        account_id: given.accountId,
        account_name: given.accountName,
        tokens_encrypted: given.tokens,
        access_expires_at: given.accessExpiresAt,
        verified: given.verified,
        authorized_at: now,
        renewing_until: null,
        refused_since: null,
        status: 'connected' as const,
      }
      await db
        .insertInto('taste_sources')
        .values({ uid, source, ...connection, ...columnsOf(firstConsent), created_at: now })
        .onConflict((it) => it.columns(['uid', 'source']).doUpdateSet({ ...connection, ...columnsOf(changedConsent), error: null }))
        .execute()
    },

    /** Keeps how a sync stands. Gives the source as it is then. */
    async saveSync(key: SourceKey, to: SyncState): Promise<SourceRow | null> {
      const row = await update(key)
        .set({
          status: to.status,
          position: json(to.position),
          progress: json(to.progress),
          error: to.error,
          ...(to.counts ? { counts: json(to.counts) } : {}),
          ...(to.syncedAt ? { synced_at: to.syncedAt } : {}),
          ...(to.refusedSince === undefined ? {} : { refused_since: to.refusedSince }),
        })
        .returningAll()
        .executeTakeFirst()
      return row ? toSource(row) : null
    },

    /** What was read of one account, forgotten before another takes its place; consent stays. */
    async forgetReading(key: SourceKey): Promise<void> {
      await update(key)
        .set({ counts: json(noCounts), synced_at: null, position: null, progress: null })
        .execute()
    },

    async setConsent(key: SourceKey, consent: ChangedConsent): Promise<void> {
      await update(key).set(columnsOf(consent)).execute()
    },

    /** Keeps everybody's rows of a source to themselves. Gives the people whose consent that changed. */
    async keepPrivate(source: SyncedSource): Promise<Uid[]> {
      const rows = await db
        .updateTable('taste_sources')
        .set({ shown_to: 'only_me', counts_for_matching: false, counts_silently: false })
        .where('source', '=', source)
        .where((eb) => eb.or([eb('shown_to', '!=', 'only_me'), eb('counts_for_matching', '=', true)]))
        .returning('uid')
        .execute()
      return rows.map(({ uid }) => uid)
    },

    /** Removes a source with its tokens and everything that came from it (the rows hang on it). */
    async remove(key: SourceKey): Promise<SourceRow | null> {
      const row = await db
        .deleteFrom('taste_sources')
        .where('uid', '=', key.uid)
        .where('source', '=', key.source)
        .returningAll()
        .executeTakeFirst()
      return row ? toSource(row) : null
    },

    /** Removes every source of a person, with everything that came from them. */
    async removeAll(uid: Uid): Promise<SourceRow[]> {
      return (await db.deleteFrom('taste_sources').where('uid', '=', uid).returningAll().execute()).map(toSource)
    },
  }
}

const columnsOf = ({ shownTo, countsForMatching, countsSilently }: Partial<ChangedConsent>) => ({
  ...(shownTo === undefined ? {} : { shown_to: shownTo }),
  ...(countsForMatching === undefined ? {} : { counts_for_matching: countsForMatching }),
  ...(countsSilently === undefined ? {} : { counts_silently: countsSilently }),
})
