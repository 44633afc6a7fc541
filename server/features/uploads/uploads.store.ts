import { type RawBuilder, sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { PictureChoice } from '#contract/uploads.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { AttachmentKind, Attachment, StoredPicture } from './uploads.types.ts'

type UploadTables = {
  uploads: {
    id: string
    uid: string
    path: string
    small_path: string | null
    width: number
    height: number
    bytes: number
    thumbhash: string | null
    alt: string
    state: 'arriving' | 'stored' | 'leaving'
    held_by: AttachmentKind | null
    holder_id: string | null
    place: number
    created_at: Date
  }
}

const columns = ['id', 'uid', 'path', 'small_path', 'width', 'height', 'thumbhash', 'alt', 'held_by', 'holder_id'] as const
type Row = Pick<UploadTables['uploads'], (typeof columns)[number]>

function toPicture({ small_path: smallPath, held_by: of, holder_id: holderId, ...rest }: Row): StoredPicture {
  return { ...rest, smallPath, attachment: of && holderId ? { of, id: holderId } : null }
}

export type UploadsStore = ReturnType<typeof uploadsStore>

/** The questions uploads ask the database. Pictures on their way in are seen by none but the last ones. */
export function uploadsStore(db: Db) {
  const tables = db.withTables<UploadTables>()
  const stored = () => tables.selectFrom('uploads').where('state', '=', 'stored')

  async function removeWhere(condition: RawBuilder<unknown>, now: Date): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      with gone as (delete from uploads where ${condition} returning path, small_path),
      queued as (
        insert into file_deletions (path, is_folder, files, created_at)
        select files.path, false, 1, ${now} from gone cross join lateral (values (gone.path), (gone.small_path)) as files (path)
        where files.path is not null on conflict (path) do nothing
      )
      select count(*)::int as count from gone`.execute(db)
    return rows[0]?.count ?? 0
  }

  return {
    /** Notes a picture whose bytes are about to be written. */
    async insertPending(picture: StoredPicture, bytes: number, now: Date): Promise<void> {
      const { id, uid, path, smallPath: small_path, width, height, thumbhash, alt } = picture
      await tables
        .insertInto('uploads')
        .values({ id, uid, path, small_path, width, height, bytes, thumbhash, alt, state: 'arriving', place: 0, created_at: now })
        .execute()
    },

    /** False when the picture was deleted meanwhile. */
    async markStored(id: string): Promise<boolean> {
      const { numUpdatedRows } = await tables.updateTable('uploads').set({ state: 'stored' }).where('id', '=', id).executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async picture(id: string): Promise<StoredPicture | null> {
      const row = await stored().select(columns).where('id', '=', id).executeTakeFirst()
      return row ? toPicture(row) : null
    },

    /** Every picture of a person, oldest first. */
    async ofPerson(uid: Uid): Promise<(StoredPicture & { createdAt: Date })[]> {
      const rows = await stored()
        .select([...columns, 'created_at'])
        .where('uid', '=', uid)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(({ created_at: createdAt, ...row }) => ({ ...toPicture(row), createdAt }))
    },

    /** How many files a person's pictures are, those on their way in or out counted. */
    async filesOf(uid: Uid): Promise<number> {
      const row = await tables
        .selectFrom('uploads')
        .select(sql<number>`(count(*) + count(small_path))::int`.as('files'))
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
      return row.files
    },

    /** Bytes that a person's pictures take, those on their way in counted. */
    async bytesOf(uid: Uid): Promise<number> {
      const row = await tables
        .selectFrom('uploads')
        .select((eb) => eb.fn.sum<string | number | null>('bytes').as('bytes'))
        .where('uid', '=', uid)
        .where('state', '<>', 'leaving')
        .executeTakeFirst()
      return Number(row?.bytes ?? 0)
    },

    /**
     * Hangs these pictures of one person on a thing, in this order, and takes off it every other one.
     * False, with nothing done that may be kept, when one is not theirs or hangs on something else.
     */
    async attach(uid: Uid, choices: readonly PictureChoice[], { of, id }: Attachment): Promise<boolean> {
      const ids = choices.map((choice) => choice.id)
      await tables
        .updateTable('uploads')
        .set({ held_by: null, holder_id: null })
        .where('holder_id', '=', id)
        .where('held_by', '=', of)
        .where('uid', '=', uid)
        .where('id', '<>', sql<string>`all(${ids}::uuid[])`)
        .execute()
      const { rows } = await sql`update uploads set held_by = ${of}, holder_id = ${id}::uuid, alt = chosen.alt, place = chosen.place
        from unnest(${ids}::uuid[], ${choices.map(({ alt }) => alt)}::text[]) with ordinality as chosen (id, alt, place)
        where uploads.id = chosen.id and uploads.uid = ${uid}::uuid and uploads.state = 'stored'
          and (uploads.holder_id is null or (uploads.held_by = ${of} and uploads.holder_id = ${id}::uuid))
        returning uploads.id`.execute(db)
      return rows.length === choices.length
    },

    /** The pictures that hang on these things, each thing's in order. */
    async attachedTo(of: AttachmentKind, ids: readonly string[]): Promise<StoredPicture[]> {
      if (ids.length === 0) return []
      const rows = await stored()
        .select(columns)
        .where('held_by', '=', of)
        .where('holder_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .orderBy('holder_id')
        .orderBy('place')
        .orderBy('id')
        .execute()
      return rows.map(toPicture)
    },

    /** Deletes these pictures: nobody sees them from now on. Their files are queued for deletion in the same statement. */
    async remove(ids: readonly string[], now: Date): Promise<void> {
      if (ids.length === 0) return
      await removeWhere(sql`id = any(${[...ids]}::uuid[])`, now)
    },

    /** Deletes pictures that began to arrive before `date` and never did; `leaving` ones are of an earlier version. Says how many. */
    async removeStale(date: Date, now: Date): Promise<number> {
      return removeWhere(sql`state = 'leaving' or (state = 'arriving' and created_at < ${date})`, now)
    },

    async deleteRows(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      await tables
        .deleteFrom('uploads')
        .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .execute()
    },

    /** Pictures of before `date` that hang on no moment and no message, by id from `after` on. */
    async unattached(date: Date, after: string, limit: number): Promise<string[]> {
      const rows = await stored()
        .select('id')
        .where('holder_id', 'is', null)
        .where('created_at', '<', date)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Pictures of before `date` that hang on something of that kind, by id from `after` on. */
    async attached(of: AttachmentKind, date: Date, after: string, limit: number): Promise<{ id: string; holderId: string }[]> {
      return stored()
        .select(['id', 'holder_id as holderId'])
        .where('held_by', '=', of)
        .where('holder_id', 'is not', null)
        .where('created_at', '<', date)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .$narrowType<{ holderId: string }>()
        .execute()
    },
  }
}
