import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ItemId } from '#server/features/media/media.types.ts'

type Noted = { uid: Uid; item_id: ItemId; created_at: Date }
type DiscoverTables = { taste_less_like: Noted; taste_saved: Noted }
type List = keyof DiscoverTables

/** What people said about discoveries, and what is played lately. */
export function createDiscoverStore(plain: Db) {
  const db = plain.withTables<DiscoverTables>()

  return {
    /** Puts a thing on one of a person's lists; repeating it changes nothing. */
    async note(list: List, uid: Uid, itemId: ItemId, now: Date): Promise<void> {
      await db
        .insertInto(list)
        .values({ uid, item_id: itemId, created_at: now })
        .onConflict((it) => it.doNothing())
        .execute()
    },

    async unnote(list: List, uid: Uid, itemId: ItemId): Promise<void> {
      await db.deleteFrom(list).where('uid', '=', uid).where('item_id', '=', itemId).execute()
    },

    /** The newest first. */
    async noted(list: List, uid: Uid, limit: number): Promise<ItemId[]> {
      const rows = await db
        .selectFrom(list)
        .select('item_id')
        .where('uid', '=', uid)
        .orderBy('created_at', 'desc')
        .orderBy('item_id')
        .limit(limit)
        .execute()
      return rows.map((row) => row.item_id)
    },

    /** What each of these people plays most within four weeks, as far as their sources tell; whether it may be seen is asked elsewhere. */
    async playedLately(uids: readonly Uid[], places: number): Promise<{ uid: Uid; itemId: ItemId }[]> {
      if (uids.length === 0) return []
      const { rows } = await sql<{ uid: Uid; itemId: ItemId }>`
        select distinct uid, item_id as "itemId" from taste_rows
        where uid = any(${[...uids]}::uuid[]) and (ranges ->> '4_weeks')::integer <= ${places}`.execute(db)
      return rows
    },
  }
}

export type DiscoverStore = ReturnType<typeof createDiscoverStore>
