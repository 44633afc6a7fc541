import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { Audience } from '#contract/people.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ItemId } from '#server/features/media/media.types.ts'

/** A user's row of an item. Who may see it is decided elsewhere. */
export type LoveRow = {
  uid: Uid
  itemId: ItemId
  kind: ItemKind
  source: SourceName
  shownTo: Audience
  rank: number
  /** The rank of the last four weeks; null if the source does not report it. */
  recentRank: number | null
}

/** Queries of item pages. */
export function createItemPageStore(db: Db) {
  return {
    /** The rows of these users for these items, with the audience of their source. */
    async listRows(uids: readonly Uid[], items: readonly ItemId[]): Promise<LoveRow[]> {
      if (uids.length === 0 || items.length === 0) return []
      const { rows } = await sql<LoveRow>`
        select r.uid, r.item_id as "itemId", r.kind, r.source, s.shown_to as "shownTo", r.rank,
          (r.ranges ->> '4_weeks')::integer as "recentRank"
        from taste_rows r join taste_sources s on s.uid = r.uid and s.source = r.source
        where r.uid = any(${[...uids]}::uuid[]) and r.item_id = any(${[...items]}::uuid[])`.execute(db)
      return rows
    },

    /** Items of the starter catalog that share genres or topics: those with most in common first, then the best known. */
    async listKnownByBars(kind: ItemKind, bars: readonly string[], excluded: readonly ItemId[], limit: number): Promise<ItemId[]> {
      const barList = sql`${[...bars]}::text[]`
      const { rows } = await sql<{ id: ItemId }>`
        select id from items
        where kind = ${kind} and known_rank is not null and bars && ${barList} and id <> all(${[...excluded]}::uuid[])
        order by (select count(*) from unnest(bars) as bar where bar = any(${barList})) desc, known_rank limit ${limit}`.execute(db)
      return rows.map(({ id }) => id)
    },

    async isSaved(uid: Uid, itemId: ItemId): Promise<boolean> {
      const { rows } = await sql`select 1 from taste_saved where uid = ${uid} and item_id = ${itemId}`.execute(db)
      return rows.length > 0
    },
  }
}
export type ItemPageStore = ReturnType<typeof createItemPageStore>
