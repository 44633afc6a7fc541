import { sql, type RawBuilder } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { Audience } from '#contract/people.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ItemId } from '#server/features/media/media.types.ts'

/** A list's rows and order, by the names of the indexes of migration 0020. */
export type ListOrder = 'all_time' | '6_months' | '4_weeks' | 'recent' | 'saved'
export type ListKey = {
  uid: Uid
  kind: ItemKind
  order: ListOrder
  /** Only rows of these sources. */
  sources: readonly SourceName[]
}
/** An item and its rank; several sources may have the same rank. */
export type RankedItem = { itemId: ItemId; rank: number }

/** Queries of a user's lists. The cost of a page depends on its length only. */
export function createProfileListsStore(plain: Db) {
  const db = plain.withTables<{ taste_sources: { uid: Uid; source: SourceName; shown_to: Audience } }>()

  return {
    async listSources(uid: Uid): Promise<{ source: SourceName; shownTo: Audience }[]> {
      return db.selectFrom('taste_sources').select(['source', 'shown_to as shownTo']).where('uid', '=', uid).execute()
    },

    /** The next rows after `after`: an item is returned once per source. */
    async next(key: ListKey, after: RankedItem | null, limit: number): Promise<RankedItem[]> {
      if (key.sources.length === 0) return []
      const rank = rankExpression(key.order)
      const { rows } = await sql<RankedItem>`
        select item_id as "itemId", ${rank} as rank from taste_rows
        where ${isIn(key)} and ${after ? sql`(${rank}, item_id) > (${after.rank}::integer, ${after.itemId}::uuid)` : sql`true`}
        order by ${rank}, item_id
        limit ${limit}
      `.execute(db)
      return rows
    },

    async bestRanks(key: ListKey, items: readonly ItemId[]): Promise<Map<ItemId, number>> {
      if (items.length === 0) return new Map()
      const { rows } = await sql<RankedItem>`
        select item_id as "itemId", min(${rankExpression(key.order)}) as rank from taste_rows
        where ${isIn(key)} and item_id = any(${[...items]}::uuid[])
        group by item_id
      `.execute(db)
      return new Map(rows.map(({ itemId, rank }) => [itemId, rank]))
    },

    /** Counts the items of a list and those that `viewer` has. */
    async count(key: ListKey, viewer: Uid): Promise<{ total: number; shared: number }> {
      if (key.sources.length === 0) return { total: 0, shared: 0 }
      const listed = sql`select item_id from taste_rows where ${isIn(key)}`
      const { rows } = await sql<{ total: number; shared: number }>`
        select (select count(distinct item_id)::integer from (${listed}) as listed) as total,
          (select count(*)::integer from (${listed} intersect select item_id from taste_rows where uid = ${viewer}) as both_have) as shared
      `.execute(db)
      return rows[0] ?? { total: 0, shared: 0 }
    },

    async listOwned(uid: Uid, items: readonly ItemId[]): Promise<Set<ItemId>> {
      if (items.length === 0) return new Set()
      const { rows } = await sql<{ itemId: ItemId }>`
        select distinct item_id as "itemId" from taste_rows where uid = ${uid} and item_id = any(${[...items]}::uuid[])
      `.execute(db)
      return new Set(rows.map(({ itemId }) => itemId))
    },
  }
}
export type ProfileListsStore = ReturnType<typeof createProfileListsStore>

/** Must match the index expression exactly to use it. */
function rankExpression(order: ListOrder): RawBuilder<number> {
  const range = sql<number>`(ranges ->> ${sql.lit(order)})::integer`
  return order === 'all_time' ? sql`coalesce(${range}, 1000000 + rank)` : range
}

function isIn({ uid, kind, order, sources }: ListKey): RawBuilder<boolean> {
  const isListed = order === 'all_time' ? sql`true` : sql`ranges ->> ${sql.lit(order)} is not null`
  return sql`uid = ${uid} and kind = ${kind} and source = any(${[...sources]}::text[]) and ${isListed}`
}
