import { sql } from 'kysely'
import type { SyncedSource } from '#contract/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import { json, toSource, type SourceTables } from './sources.tables.ts'
import { noCounts, type SourceKey, type SourceRow } from './sources.types.ts'

/** Which sources are too old for something, and what is taken from them then. */
export function createRetentionStore(plain: Db) {
  const db = plain.withTables<SourceTables>()
  const all = (source: SyncedSource) => db.selectFrom('taste_sources').selectAll().where('source', '=', source)

  return {
    /** Sources that stand well and were last read before then, the oldest first. */
    async dueForReading(source: SyncedSource, before: Date, limit: number): Promise<SourceRow[]> {
      const rows = await all(source)
        .where('status', 'in', ['connected', 'failed'])
        .where('position', 'is', null)
        .where('refused_since', 'is', null)
        .where(sql<boolean>`coalesce(synced_at, authorized_at, created_at) < ${before}`)
        .orderBy(sql`coalesce(synced_at, authorized_at, created_at)`)
        .limit(limit)
        .execute()
      return rows.map(toSource)
    },

    /** Sources with something in them that was last read, or refused, before then. */
    async tooOld(source: SyncedSource, readBefore: Date, refusedBefore: Date): Promise<SourceRow[]> {
      const rows = await all(source)
        .where((eb) =>
          eb.or([
            eb('refused_since', '<', refusedBefore),
            eb('synced_at', '<', readBefore),
            // A first reading that never ended.
            sql<boolean>`synced_at is null and status <> 'syncing' and coalesce(authorized_at, created_at) < ${readBefore}`,
          ]),
        )
        .where(
          sql<boolean>`exists (select 1 from taste_rows where taste_rows.uid = taste_sources.uid and taste_rows.source = taste_sources.source)`,
        )
        .execute()
      return rows.map(toSource)
    },

    /** Sources whose authorisation was given before then. */
    async authorisedBefore(source: SyncedSource, before: Date): Promise<SourceRow[]> {
      return (await all(source).where('authorized_at', '<', before).where('tokens_encrypted', 'is not', null).execute()).map(toSource)
    },

    /** The authorisation is over: its tokens are worth nothing, and the person is asked to connect again. */
    async endAuthorisation({ uid, source }: SourceKey, now: Date): Promise<void> {
      await db
        .updateTable('taste_sources')
        .set({
          status: 'reconnect',
          tokens_encrypted: null,
          access_expires_at: null,
          position: null,
          progress: null,
          error: 'reconnect',
          refused_since: now,
        })
        .where('uid', '=', uid)
        .where('source', '=', source)
        .execute()
    },

    /** Deletes everything that was read of a source; the source itself, its consent and its status stay. */
    async empty({ uid, source }: SourceKey): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await sql`delete from taste_rows where uid = ${uid} and source = ${source}`.execute(tx)
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

    /** Deletes things of the catalogue that nobody has any more: their names came from a provider, too. Gives how many. */
    async removeUnheldItems(before: Date): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from items where known_rank is null and created_at < ${before}
          and not exists (select 1 from taste_rows where taste_rows.item_id = items.id)
          and not exists (select 1 from imported_plays where imported_plays.item_id = items.id)
      `.execute(db)
      return Number(numAffectedRows ?? 0n)
    },

    async removeBegunAuthorisations(before: Date): Promise<void> {
      await sql`delete from oauth_states where created_at < ${before}`.execute(db)
    },
  }
}
