import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { TimeCursor } from '#server/platform/page-cursor.ts'

type ListedItem = { uid: Uid; item_id: ItemId; created_at: Date }
type DiscoverTables = { taste_less_like: ListedItem; taste_saved: ListedItem }
type List = keyof DiscoverTables

/** Users' feedback on discoveries and recently played items. */
export function createDiscoverStore(plain: Db) {
  const db = plain.withTables<DiscoverTables>()

  return {
    /** Adds an item to a user's list. Repeating it changes nothing. */
    async addItem(list: List, uid: Uid, itemId: ItemId, now: Date): Promise<void> {
      await db
        .insertInto(list)
        .values({ uid, item_id: itemId, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async removeItem(list: List, uid: Uid, itemId: ItemId): Promise<void> {
      await db.deleteFrom(list).where('uid', '=', uid).where('item_id', '=', itemId).execute()
    },

    /** A user's items, the latest first, from the one after `after` on. */
    async listItems(list: List, uid: Uid, limit: number, after: TimeCursor | null = null): Promise<TimeCursor[]> {
      const rows = await db
        .selectFrom(list)
        .select(['item_id as id', 'created_at as at'])
        .where('uid', '=', uid)
        .$if(after !== null, (qb) =>
          qb.where(
            sql<boolean>`created_at <= ${after?.at}::timestamptz and (created_at < ${after?.at}::timestamptz or item_id > ${after?.id}::uuid)`,
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('item_id')
        .limit(limit)
        .execute()
      return rows
    },

    /** Filters these items to those in a user's list. */
    async filterListed(list: List, uid: Uid, ids: readonly ItemId[]): Promise<ReadonlySet<ItemId>> {
      if (ids.length === 0) return new Set()
      const { rows } = await sql<{ itemId: ItemId }>`
        select item_id as "itemId" from ${sql.table(list)} where uid = ${uid} and item_id = any(${[...ids]}::uuid[])`.execute(db)
      return new Set(rows.map(({ itemId }) => itemId))
    },

    /** How many items a user saved in this time. */
    async countSaved(uid: Uid, { since, until }: { since: Date; until: Date }): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from taste_saved where uid = ${uid} and created_at >= ${since} and created_at < ${until}`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** Items that any of these users wants less of. */
    async listDisliked(uids: readonly Uid[]): Promise<ItemId[]> {
      if (uids.length === 0) return []
      const { rows } = await sql<{ itemId: ItemId }>`
        select distinct item_id as "itemId" from taste_less_like where uid = any(${[...uids]}::uuid[])`.execute(db)
      return rows.map(({ itemId }) => itemId)
    },

    /** The items that each user played most within four weeks, as their sources report. Visibility is checked elsewhere. */
    async listRecentlyPlayed(uids: readonly Uid[], maxRank: number): Promise<{ uid: Uid; itemId: ItemId }[]> {
      if (uids.length === 0) return []
      const { rows } = await sql<{ uid: Uid; itemId: ItemId }>`
        select distinct uid, item_id as "itemId" from taste_rows
        where uid = any(${[...uids]}::uuid[]) and (ranges ->> '4_weeks')::integer <= ${maxRank}`.execute(db)
      return rows
    },
  }
}

export type DiscoverStore = ReturnType<typeof createDiscoverStore>
