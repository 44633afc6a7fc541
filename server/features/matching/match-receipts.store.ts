import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

/** A match was opened on a day of UTC. */
export type Receipt = { day: string; other: Uid }

const MAX_LISTED = 500

export function matchReceiptsStore(db: Db) {
  return {
    /** Repeating it on one day changes nothing. */
    async add(viewer: Uid, viewed: Uid, day: string): Promise<void> {
      await sql`
        insert into match_receipts (viewer_uid, viewed_uid, day) values (${viewer}, ${viewed}, ${day}) on conflict do nothing
      `.execute(db)
    },

    /** Who opened this user's match, the latest day first. */
    async listByViewed(uid: Uid, since: string): Promise<Receipt[]> {
      const { rows } = await sql<Receipt>`
        select day::text, viewer_uid as other from match_receipts where viewed_uid = ${uid} and day >= ${since}
        order by day desc, viewer_uid limit ${MAX_LISTED}
      `.execute(db)
      return rows
    },

    /** The users whose match this user opened, the latest day first. */
    async listByViewer(uid: Uid, since: string): Promise<Receipt[]> {
      const { rows } = await sql<Receipt>`
        select day::text, viewed_uid as other from match_receipts where viewer_uid = ${uid} and day >= ${since}
        order by day desc, viewed_uid limit ${MAX_LISTED}
      `.execute(db)
      return rows
    },

    async deleteBefore(day: string): Promise<void> {
      await sql`delete from match_receipts where day < ${day}`.execute(db)
    },
  }
}
