import { sql } from 'kysely'
import type { ItemKind } from '#contract/media.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import { noCounts, type Counts, type SourceKey } from './sources.types.ts'
import type { SyncedRow } from './sync.plan.ts'

type SyncTables = {
  taste_rows: { uid: Uid; item_id: string; source: SourceName; weight: number; rank: number; ranges: SyncedRow['ranges'] }
  items: { id: string; kind: ItemKind }
}

const plural = { artist: 'artists', track: 'tracks', channel: 'channels', video: 'videos' } as const

/** The rows that a sync writes. Needs the transaction that has locked their source. */
export function createSyncStore(plain: Db) {
  const db = plain.withTables<SyncTables>()

  return {
    async listItemIds({ uid, source }: SourceKey): Promise<string[]> {
      const findRows = await db.selectFrom('taste_rows').select('item_id').where('uid', '=', uid).where('source', '=', source).execute()
      return findRows.map((row) => row.item_id)
    },

    async findRows({ uid, source }: SourceKey, items: readonly string[]): Promise<SyncedRow[]> {
      if (items.length === 0) return []
      const rows = await db
        .selectFrom('taste_rows')
        .select(['item_id', 'weight', 'rank', 'ranges'])
        .where('uid', '=', uid)
        .where('source', '=', source)
        .where('item_id', '=', sql<string>`any(${[...items]}::uuid[])`)
        .execute()
      return rows.map(({ item_id, ...row }) => ({ itemId: item_id, ...row }))
    },

    /** Rows that are already stored like this are not written again. */
    async write({ uid, source }: SourceKey, rows: readonly SyncedRow[]): Promise<void> {
      if (rows.length === 0) return
      // One text for any number of rows, so that it can be prepared.
      await sql`
        insert into taste_rows (uid, source, item_id, weight, rank, ranges)
        select ${uid}::uuid, ${source}, "itemId", weight, rank, ranges
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ("itemId" uuid, weight real, rank integer, ranges jsonb)
        where not exists (
          select from taste_rows as stored where stored.uid = ${uid}::uuid and stored.source = ${source} and stored.item_id = "itemId"
            and stored.weight = row.weight and stored.rank = row.rank and stored.ranges = row.ranges
        )
        on conflict (uid, item_id, source) do update set weight = excluded.weight, rank = excluded.rank, ranges = excluded.ranges
      `.execute(db)
    },

    async remove({ uid, source }: SourceKey, items: readonly string[]): Promise<void> {
      if (items.length === 0) return
      await db
        .deleteFrom('taste_rows')
        .where('uid', '=', uid)
        .where('source', '=', source)
        .where('item_id', '=', sql<string>`any(${[...items]}::uuid[])`)
        .execute()
    },

    async removeOthers({ uid, source }: SourceKey, items: readonly string[]): Promise<void> {
      await sql`
        delete from taste_rows where uid = ${uid} and source = ${source} and not exists (
          select from unnest(${[...items]}::uuid[]) as kept (id) where kept.id = taste_rows.item_id
        )
      `.execute(db)
    },

    async removeAll({ uid, source }: SourceKey): Promise<void> {
      await db.deleteFrom('taste_rows').where('uid', '=', uid).where('source', '=', source).execute()
    },

    /** Ranks the items of each kind by weight. */
    async updateRanks({ uid, source }: SourceKey): Promise<void> {
      await sql`
        update taste_rows as row set rank = placed.place
        from (
          select one.item_id, row_number() over (partition by items.kind order by one.weight desc, one.rank, one.item_id) as place
          from taste_rows as one join items on items.id = one.item_id
          where one.uid = ${uid} and one.source = ${source}
        ) as placed
        where row.uid = ${uid} and row.source = ${source} and row.item_id = placed.item_id and row.rank <> placed.place
      `.execute(db)
    },

    async counts({ uid, source }: SourceKey): Promise<Counts> {
      const rows = await db
        .selectFrom('taste_rows')
        .innerJoin('items', 'items.id', 'taste_rows.item_id')
        .select(({ fn }) => ['items.kind', fn.countAll<number>().as('count')])
        .where('taste_rows.uid', '=', uid)
        .where('taste_rows.source', '=', source)
        .groupBy('items.kind')
        .execute()
      return rows.reduce<Counts>((counts, { kind, count }) => ({ ...counts, [plural[kind]]: count }), noCounts)
    },
  }
}
