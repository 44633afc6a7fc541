import type { Uid } from '#contract/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

type UploadTables = {
  uploads: { id: string; uid: string; path: string; width: number; height: number; bytes: number; created_at: Date }
}

export type StoredPicture = { id: string; uid: Uid; path: string; width: number; height: number }

const columns = ['id', 'uid', 'path', 'width', 'height'] as const

export function uploadsStore(db: Db) {
  const tables = db.withTables<UploadTables>()
  return {
    async add(picture: StoredPicture & { bytes: number; createdAt: Date }): Promise<void> {
      const { createdAt, ...rest } = picture
      await tables
        .insertInto('uploads')
        .values({ ...rest, created_at: createdAt })
        .execute()
    },

    async picture(id: string): Promise<StoredPicture | null> {
      return (await tables.selectFrom('uploads').select(columns).where('id', '=', id).executeTakeFirst()) ?? null
    },

    /** Every picture of a person, oldest first. */
    async ofPerson(uid: Uid): Promise<(StoredPicture & { createdAt: Date })[]> {
      const rows = await tables
        .selectFrom('uploads')
        .select([...columns, 'created_at'])
        .where('uid', '=', uid)
        .orderBy('created_at')
        .execute()
      return rows.map(({ created_at: createdAt, ...picture }) => ({ ...picture, createdAt }))
    },

    /** Bytes that a person's pictures take. */
    async bytesOf(uid: Uid): Promise<number> {
      const row = await tables
        .selectFrom('uploads')
        .select((eb) => eb.fn.sum<string | number | null>('bytes').as('bytes'))
        .where('uid', '=', uid)
        .executeTakeFirst()
      return Number(row?.bytes ?? 0)
    },
  }
}
