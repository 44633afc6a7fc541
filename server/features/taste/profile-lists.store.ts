import { sql, type RawBuilder } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { Audience } from '#contract/people.ts'
import type { SourceName } from '#contract/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ItemId } from '#server/features/media/media.types.ts'

/** Which rows are in a list, and in which order: the names of the indexes of migration 0020. */
export type ListOrder = 'all_time' | '6_months' | '4_weeks' | 'recent' | 'saved'
export type ListKey = {
  uid: Uid
  kind: ItemKind
  order: ListOrder
  /** Only what came from these. */
  sources: readonly SourceName[]
}
/** A thing and its place; the place alone is not unique, since several sources give one. */
export type Placed = { itemId: ItemId; place: number }

/** One person's taste as lists. Each page costs as much as it is long. */
export function createProfileListsStore(plain: Db) {
  const db = plain.withTables<{ taste_sources: { uid: Uid; source: SourceName; shown_to: Audience } }>()

  return {
    /** The sources of a person, with who may see each. */
    async sourcesOf(uid: Uid): Promise<{ source: SourceName; shownTo: Audience }[]> {
      return db.selectFrom('taste_sources').select(['source', 'shown_to as shownTo']).where('uid', '=', uid).execute()
    },

    /** The next rows after `after`: a thing comes once for each source that tells of it. */
    async next(key: ListKey, after: Placed | null, limit: number): Promise<Placed[]> {
      if (key.sources.length === 0) return []
      const place = placeOf(key.order)
      const { rows } = await sql<Placed>`
        select item_id as "itemId", ${place} as place from taste_rows
        where ${isIn(key)} and ${after ? sql`(${place}, item_id) > (${after.place}::integer, ${after.itemId}::uuid)` : sql`true`}
        order by ${place}, item_id
        limit ${limit}
      `.execute(db)
      return rows
    },

    /** The best place of each of `items` in that list. */
    async bestPlaces(key: ListKey, items: readonly ItemId[]): Promise<Map<ItemId, number>> {
      if (items.length === 0) return new Map()
      const { rows } = await sql<Placed>`
        select item_id as "itemId", min(${placeOf(key.order)}) as place from taste_rows
        where ${isIn(key)} and item_id = any(${[...items]}::uuid[])
        group by item_id
      `.execute(db)
      return new Map(rows.map(({ itemId, place }) => [itemId, place]))
    },

    /** How many things are in a list, and how many of them `viewer` has as well. */
    async count(key: ListKey, viewer: Uid): Promise<{ total: number; shared: number }> {
      if (key.sources.length === 0) return { total: 0, shared: 0 }
      const listed = sql`select item_id from taste_rows where ${isIn(key)}`
      const { rows } = await sql<{ total: number; shared: number }>`
        select (select count(distinct item_id)::integer from (${listed}) as listed) as total,
          (select count(*)::integer from (${listed} intersect select item_id from taste_rows where uid = ${viewer}) as both_have) as shared
      `.execute(db)
      return rows[0] ?? { total: 0, shared: 0 }
    },

    /** Those of `items` that this person has, whatever told it. */
    async held(uid: Uid, items: readonly ItemId[]): Promise<Set<ItemId>> {
      if (items.length === 0) return new Set()
      const { rows } = await sql<{ itemId: ItemId }>`
        select distinct item_id as "itemId" from taste_rows where uid = ${uid} and item_id = any(${[...items]}::uuid[])
      `.execute(db)
      return new Set(rows.map(({ itemId }) => itemId))
    },
  }
}
export type ProfileListsStore = ReturnType<typeof createProfileListsStore>

/** Word for word as the index has it, or it would not be used. */
function placeOf(order: ListOrder): RawBuilder<number> {
  const range = sql<number>`(ranges ->> ${sql.lit(order)})::integer`
  return order === 'all_time' ? sql`coalesce(${range}, 1000000 + rank)` : range
}

function isIn({ uid, kind, order, sources }: ListKey): RawBuilder<boolean> {
  const isListed = order === 'all_time' ? sql`true` : sql`ranges ->> ${sql.lit(order)} is not null`
  return sql`uid = ${uid} and kind = ${kind} and source = any(${[...sources]}::text[]) and ${isListed}`
}
