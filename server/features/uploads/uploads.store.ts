import { type RawBuilder, sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { PictureChoice } from '#contract/uploads.ts'
import type { Columns } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { AttachmentKind, Attachment, StoredFile, StoredPicture } from './uploads.types.ts'

type UploadTables = {
  uploads: Columns<Omit<StoredPicture, 'attachment'>> & {
    bytes: number
    state: 'arriving' | 'stored' | 'leaving'
    held_by: AttachmentKind | null
    holder_id: string | null
    place: number
    created_at: Date
    /** Only for recordings. */
    waveform: number[] | null
  }
}

const columns = ['id', 'uid', 'path', 'small_path', 'width', 'height', 'thumbhash', 'alt', 'held_by', 'holder_id'] as const
type Row = Pick<UploadTables['uploads'], (typeof columns)[number]>

function toPicture({ small_path: smallPath, held_by: of, holder_id: holderId, ...rest }: Row): StoredPicture {
  return { ...rest, smallPath, attachment: of && holderId ? { of, id: holderId } : null }
}

export type UploadsStore = ReturnType<typeof uploadsStore>

/** Pictures in the database. Most queries exclude pending uploads. */
export const uploadsStore = (db: Db) => ({ ...pictureQueries(db), ...attachmentQueries(db) })

function pictureQueries(db: Db) {
  const tables = db.withTables<UploadTables>()
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
    /** Inserts a row before its file is written. */
    async insertPending(picture: StoredPicture, bytes: number, now: Date): Promise<void> {
      const { id, uid, path, smallPath: small_path, width, height, thumbhash, alt } = picture
      await tables
        .insertInto('uploads')
        .values({ id, uid, path, small_path, width, height, bytes, thumbhash, alt, state: 'arriving', place: 0, created_at: now })
        .execute()
    },

    /** @returns false when the picture was deleted in the meantime */
    async markStored(id: string): Promise<boolean> {
      const { numUpdatedRows } = await tables.updateTable('uploads').set({ state: 'stored' }).where('id', '=', id).executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async picture(id: string): Promise<StoredPicture | null> {
      const row = await storedPictures(db).select(columns).where('id', '=', id).executeTakeFirst()
      return row ? toPicture(row) : null
    },

    /** A picture or a recording. */
    async file(id: string): Promise<StoredFile | null> {
      const row = await storedFiles(db).select(columns).where('id', '=', id).executeTakeFirst()
      return row ? toPicture(row) : null
    },

    /** All pictures of a user, oldest first. */
    async listByOwner(uid: Uid): Promise<(StoredPicture & { createdAt: Date })[]> {
      const rows = await storedPictures(db)
        .select([...columns, 'created_at'])
        .where('uid', '=', uid)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(({ created_at: createdAt, ...row }) => ({ ...toPicture(row), createdAt }))
    },

    /** The number of a user's files, including pending ones. */
    async filesOf(uid: Uid): Promise<number> {
      const row = await tables
        .selectFrom('uploads')
        .select(sql<number>`(count(*) + count(small_path))::int`.as('files'))
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
      return row.files
    },

    /** The size of a user's pictures, including pending ones. */
    async bytesOf(uid: Uid): Promise<number> {
      const row = await tables
        .selectFrom('uploads')
        .select((eb) => eb.fn.sum<string | number | null>('bytes').as('bytes'))
        .where('uid', '=', uid)
        .where('state', '<>', 'leaving')
        .executeTakeFirst()
      return Number(row?.bytes ?? 0)
    },

    /** Deletes these pictures and queues their files for deletion in the same statement. */
    async remove(ids: readonly string[], now: Date): Promise<void> {
      if (ids.length === 0) return
      await removeWhere(sql`id = any(${[...ids]}::uuid[])`, now)
    },

    /** Deletes uploads that started before `date` and never finished. An earlier version left `leaving` ones. @returns their number */
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
  }
}

function attachmentQueries(db: Db) {
  const tables = db.withTables<UploadTables>()
  return {
    /**
     * Attaches a user's pictures, or a recording, to a moment or message, in this order, and detaches its other ones.
     * @returns false when one of them is not theirs or attached elsewhere; the caller must then roll back
     */
    async attach(
      uid: Uid,
      choices: readonly PictureChoice[],
      { of, id }: Attachment,
      kind: 'picture' | 'recording' = 'picture',
    ): Promise<boolean> {
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
          and (uploads.waveform is not null) = ${kind === 'recording'}
          and (uploads.holder_id is null or (uploads.held_by = ${of} and uploads.holder_id = ${id}::uuid))
        returning uploads.id`.execute(db)
      return rows.length === choices.length
    },

    /** Detaches all files of a moment or message but these. Returns their ids. */
    async detachAllExcept({ of, id }: Attachment, keptIds: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        update uploads set held_by = null, holder_id = null
        where held_by = ${of} and holder_id = ${id}::uuid and id <> all(${[...keptIds]}::uuid[]) returning id
      `.execute(db)
      return rows.map((row) => row.id)
    },

    /** The pictures attached to these moments or messages, in order. */
    async attachedTo(of: AttachmentKind, ids: readonly string[]): Promise<StoredPicture[]> {
      if (ids.length === 0) return []
      const rows = await storedPictures(db)
        .select(columns)
        .where('held_by', '=', of)
        .where('holder_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .orderBy('holder_id')
        .orderBy('place')
        .orderBy('id')
        .execute()
      return rows.map(toPicture)
    },

    /** The ids of the files attached to these moments or messages: pictures and recordings. */
    async filesAttachedTo(of: AttachmentKind, ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return []
      const rows = await storedFiles(db)
        .select('id')
        .where('held_by', '=', of)
        .where('holder_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Unattached files older than `date`, sorted by id, after `after`. */
    async listUnattached(date: Date, after: string, limit: number): Promise<string[]> {
      const rows = await storedFiles(db)
        .select('id')
        .where('holder_id', 'is', null)
        .where('created_at', '<', date)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Attached files of one kind older than `date`, sorted by id, after `after`. */
    async attached(of: AttachmentKind, date: Date, after: string, limit: number): Promise<{ id: string; holderId: string }[]> {
      return storedFiles(db)
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

const storedFiles = (db: Db) => db.withTables<UploadTables>().selectFrom('uploads').where('state', '=', 'stored')

const storedPictures = (db: Db) => storedFiles(db).where('waveform', 'is', null)
