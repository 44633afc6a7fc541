import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

type MarkTables = { taste_marks: { uid: Uid; mark: number } }

/** Of the database's clock, because several servers make marks. */
const microsecondsNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`

export type TasteVersions = ReturnType<typeof createTasteVersions>

/** Marks tell a server whether what it has read of a person is the latest: each change has a larger one than the change before. */
export function createTasteVersions(db: Db) {
  const tables = db.withTables<MarkTables>()
  return {
    /** Notes that this person's taste, consent or privacy is another; to be called when that is stored. Somebody who is gone gets none. */
    async bump(uid: Uid): Promise<void> {
      // The lock keeps the person from going in the middle of it.
      await sql`insert into taste_marks (uid, mark) select uid, ${microsecondsNow} from people where uid = ${uid} for key share
        on conflict (uid) do update set mark = greatest(excluded.mark, taste_marks.mark + 1)`.execute(db)
    },

    /** The person's last mark; 0 where nothing has changed yet. */
    async get(uid: Uid): Promise<number> {
      const row = await tables.selectFrom('taste_marks').select('mark').where('uid', '=', uid).executeTakeFirst()
      return row?.mark ?? 0
    },

    /** Whatever is read from now on holds every change with a smaller mark. */
    async newest(): Promise<number> {
      const { mark } = await db.selectNoFrom(microsecondsNow.as('mark')).executeTakeFirstOrThrow()
      return mark
    },
  }
}
