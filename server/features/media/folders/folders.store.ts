import { sql, type QueryExecutorProvider } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import type { Db } from '#server/platform/db/database.ts'

export type StoredFolder = { id: string; uid: Uid; name: string; momentId: string | null }
export type StoredFolderItem = { id: string; link: LinkRecord; note: string; addedAt: Date }
/** `target`: the target of the link, whatever its spelling. */
export type NewFolderItem = StoredFolderItem & { target: string }

type Tables = {
  folders: {
    id: string
    uid: Uid
    name: string
    moment_id: string | null
    created_at: Date
    changed_at: Date
    deleted_at: Date | null
  }
  folder_items: { id: string; folder_id: string; place: number; link: LinkRecord; target: string; note: string; added_at: Date }
}

const columns = ['id', 'uid', 'name', 'moment_id as momentId'] as const

export const createFolderStore = (db: Db) => ({ ...folderQueries(db), ...itemQueries(db) })

function folderQueries(plain: Db) {
  const db = plain.withTables<Tables>()
  return {
    async find(id: string): Promise<StoredFolder | undefined> {
      return db.selectFrom('folders').select(columns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
    },

    /** A user's folders with their sizes, the latest change first. `target`: where it is saved. */
    async listByUser(uid: Uid, target: string | null): Promise<(StoredFolder & { count: number; savedAs: string | null })[]> {
      const { rows } = await sql<StoredFolder & { count: number; savedAs: string | null }>`
        select id, uid, name, moment_id as "momentId",
          (select count(*) from folder_items where folder_id = folders.id) as count,
          (select i.id from folder_items i where i.folder_id = folders.id and i.target = ${target}) as "savedAs"
        from folders where uid = ${uid} and deleted_at is null order by changed_at desc, id`.execute(db)
      return rows
    },

    /** How many items a user added to their folders in this time. */
    async countAdded(uid: Uid, { since, until }: { since: Date; until: Date }): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from folders join folder_items on folder_items.folder_id = folders.id
        where folders.uid = ${uid} and folders.deleted_at is null and added_at >= ${since} and added_at < ${until}`.execute(db)
      return rows[0]?.count ?? 0
    },

    async count(uid: Uid): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count from folders where uid = ${uid}`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** Creates a folder with items in order, each target once. Nothing happens if the id exists. */
    async create({ id, uid, name }: Pick<StoredFolder, 'id' | 'uid' | 'name'>, items: readonly NewFolderItem[], now: Date): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .insertInto('folders')
          .values({ id, uid, name, moment_id: null, created_at: now, changed_at: now, deleted_at: null })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!row || items.length === 0) return
        await tx
          .insertInto('folder_items')
          .values(items.map((item, place) => rowOf(id, item, place)))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
    },

    async change(id: string, change: { name?: string; moment_id?: string }, now: Date): Promise<void> {
      await db
        .updateTable('folders')
        .set({ ...change, changed_at: now })
        .where('id', '=', id)
        .execute()
    },

    async setDeleted(uid: Uid, id: string, time: Date | null): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('folders')
        .set({ deleted_at: time })
        .where('id', '=', id)
        .where('uid', '=', uid)
        .where('deleted_at', time === null ? 'is not' : 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /** Deletes folders of a user that were deleted before `since`, for good. */
    async purge(uid: Uid, since: Date): Promise<void> {
      await db.deleteFrom('folders').where('uid', '=', uid).where('deleted_at', '<', since).execute()
    },

    async removeAll(uid: Uid): Promise<void> {
      await db.deleteFrom('folders').where('uid', '=', uid).execute()
    },
  }
}

function itemQueries(plain: Db) {
  const db = plain.withTables<Tables>()
  return {
    /** The items of a folder in order. */
    async items(folderId: string): Promise<StoredFolderItem[]> {
      return db
        .selectFrom('folder_items')
        .select(['id', 'link', 'note', 'added_at as addedAt'])
        .where('folder_id', '=', folderId)
        .orderBy('place')
        .orderBy('added_at')
        .orderBy('id')
        .execute()
    },

    /** Inserts an item before `place`, or at the end. An existing link or a repeated id changes nothing. */
    async add(folderId: string, { place, ...item }: NewFolderItem & { place: number | null }): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await sql`select id from folders where id = ${folderId} for update`.execute(tx)
        const last = sql<number>`(select coalesce(max(place) + 1, 0) from folder_items where folder_id = ${folderId})`
        const row = await tx
          .insertInto('folder_items')
          .values({ ...rowOf(folderId, item, 0), place: last })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!row || place === null) return
        const { rows } = await sql<{ id: string }>`
          select id from folder_items where folder_id = ${folderId} and id <> ${item.id} order by place, added_at, id`.execute(tx)
        await setOrder(tx, folderId, rows.map((other) => other.id).toSpliced(place, 0, item.id))
      })
    },

    /** Moves these items to the front in this order; the others keep their order. */
    async order(folderId: string, ids: readonly string[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await sql`select id from folders where id = ${folderId} for update`.execute(tx)
        await setOrder(tx, folderId, ids)
      })
    },

    async setNote(folderId: string, id: string, note: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('folder_items')
        .set({ note })
        .where('folder_id', '=', folderId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    async remove(folderId: string, id: string): Promise<void> {
      await db.deleteFrom('folder_items').where('folder_id', '=', folderId).where('id', '=', id).execute()
    },
  }
}

const rowOf = (folderId: string, { id, link, target, note, addedAt }: NewFolderItem, place: number) => ({
  id,
  folder_id: folderId,
  place,
  link: sql<LinkRecord>`${JSON.stringify(link)}::jsonb`,
  target,
  note,
  added_at: addedAt,
})

async function setOrder(db: QueryExecutorProvider, folderId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update folder_items set place = ordered.place from (
      select folder_items.id, row_number() over (order by given.place nulls last, folder_items.place, folder_items.added_at, folder_items.id) as place
      from folder_items left join unnest(${[...ids]}::uuid[]) with ordinality as given (id, place) on given.id = folder_items.id
      where folder_items.folder_id = ${folderId}
    ) as ordered where ordered.id = folder_items.id`.execute(db)
}
