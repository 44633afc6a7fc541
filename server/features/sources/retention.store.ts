import { sql } from 'kysely'
import type { SyncedSource } from '#contract/taste/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import { toSource } from './sources.store.ts'
import { json, type SourceTables } from './sources.tables.ts'
import { noCounts, type SourceKey, type SourceRow } from './sources.types.ts'

/** Columns that keep an item in the catalog. */
export const keepingItems = [
  // In the taste or the plays of a user, or the artist of a track.
  ['taste_rows', 'item_id'],
  ['item_plays', 'item_id'],
  ['track_artists', 'artist_id'],
  // What users decided about an item lasts until they change it, even when all others lose the item.
  ['taste_saved', 'item_id'],
  ['taste_less_like', 'item_id'],
  ['content_mutes', 'item_id'],
  ['play_exclusions', 'item_id'],
  ['hidden_plays', 'item_id'],
  ['blend_removed', 'item_id'],
  ['profiles', 'pinned_item_id'],
] as const

type DueForSync = { before: Date; hasFailed: boolean }

/** Finds sources past their limits and deletes their data. */
export function createRetentionStore(plain: Db) {
  const db = plain.withTables<SourceTables>()
  const all = (source: SyncedSource) => db.selectFrom('taste_sources').selectAll().where('source', '=', source)

  const syncedAt = sql<Date>`coalesce(synced_at, authorized_at, created_at)`
  /** Working sources last synced before `before`. `hasFailed`: whether their latest sync failed. */
  const dueForSync = (source: SyncedSource, { before, hasFailed }: DueForSync) =>
    db
      .selectFrom('taste_sources')
      .where('source', '=', source)
      .where('status', 'in', ['connected', 'failed'])
      .where('position', 'is', null)
      .where('refused_since', 'is', null)
      .where('error', hasFailed ? 'is not' : 'is', null)
      .where(syncedAt, '<', before)

  return {
    /** The oldest first. */
    async listDueForSync(source: SyncedSource, due: DueForSync, limit: number): Promise<SourceRow[]> {
      return (await dueForSync(source, due).selectAll().orderBy(syncedAt).limit(limit).execute()).map(toSource)
    },

    async countDueForSync(source: SyncedSource, due: DueForSync): Promise<number> {
      const { count } = await dueForSync(source, due)
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow()
      return count
    },

    async countSyncing(source: SyncedSource): Promise<number> {
      const { count } = await db
        .selectFrom('taste_sources')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('source', '=', source)
        .where('status', '=', 'syncing')
        .executeTakeFirstOrThrow()
      return count
    },

    /** Sources that the provider does not reject, last synced in this time. With `isOffered` only those whose latest sync failed or waits. */
    async listOverdue(
      source: SyncedSource,
      { from, until, isOffered }: { from: Date; until: Date; isOffered: boolean },
    ): Promise<SourceRow[]> {
      const rows = await all(source)
        .where('refused_since', 'is', null)
        .where('synced_at', '>=', from)
        .where('synced_at', '<', until)
        .$if(isOffered, (query) => query.where('error', 'is not', null))
        .execute()
      return rows.map(toSource)
    },

    /** Sources with rows that were last read before `readBefore`, or rejected before `rejectedBefore`. */
    async listExpired(source: SyncedSource, readBefore: Date, rejectedBefore: Date): Promise<SourceRow[]> {
      const rows = await all(source)
        .where((eb) =>
          eb.or([
            eb('refused_since', '<', rejectedBefore),
            eb('synced_at', '<', readBefore),
            // A first sync that never finished.
            sql<boolean>`synced_at is null and status <> 'syncing' and coalesce(authorized_at, created_at) < ${readBefore}`,
          ]),
        )
        .where(
          sql<boolean>`exists (select 1 from taste_rows where taste_rows.uid = taste_sources.uid and taste_rows.source = taste_sources.source)`,
        )
        .execute()
      return rows.map(toSource)
    },

    async listAuthorizedBefore(source: SyncedSource, before: Date): Promise<SourceRow[]> {
      return (await all(source).where('authorized_at', '<', before).where('tokens_encrypted', 'is not', null).execute()).map(toSource)
    },

    /** Deletes the tokens and asks the user to reconnect. */
    async endAuthorization({ uid, source }: SourceKey, now: Date): Promise<void> {
      await db
        .updateTable('taste_sources')
        .set({
          status: 'reconnect',
          tokens_encrypted: null,
          access_expires_at: null,
          position: null,
          progress: null,
          error: 'reconnect',
          refused_since: sql<Date>`coalesce(refused_since, ${now})`,
        })
        .where('uid', '=', uid)
        .where('source', '=', source)
        .execute()
    },

    /** Deletes the rows, plays, and monthly prints of a source. The source, its consent and its status stay. */
    async deleteRows({ uid, source }: SourceKey): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await sql`delete from taste_rows where uid = ${uid} and source = ${source}`.execute(tx)
        // `plays` has those of versions before item_plays.
        for (const table of ['item_plays', 'monthly_prints', 'plays'])
          await sql`delete from ${sql.table(table)} where uid = ${uid} and source = ${source}`.execute(tx)
        await tx
          .updateTable('taste_sources')
          .set({
            counts: json(noCounts),
            synced_at: null,
            position: null,
            progress: null,
            status: sql<SourceRow['status']>`case when status = 'reconnect' then status else 'failed' end`,
          })
          .where('uid', '=', uid)
          .where('source', '=', source)
          .execute()
      })
    },

    /** Deletes catalog items that no user has or has marked: their names came from a provider, too. Returns the count. */
    async deleteUnusedItems(before: Date): Promise<number> {
      const unused = keepingItems.map(([table, column]) => {
        return sql`and not exists (select 1 from ${sql.table(table)} used where used.${sql.ref(column)} = items.id)`
      })
      const { numAffectedRows } = await sql`
        delete from items where known_rank is null and created_at < ${before} ${sql.join(unused, sql` `)}
          and not exists (select 1 from (select unnest(items) as id from kept_mixes) as kept where kept.id = items.id)
      `.execute(db)
      return Number(numAffectedRows ?? 0n)
    },

    async deletePendingAuthorizations(before: Date): Promise<void> {
      await sql`delete from oauth_states where created_at < ${before}`.execute(db)
    },
  }
}
