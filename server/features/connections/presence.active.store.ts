import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Of `uids`, the users who were online at or after `since`, whether or not they show it. */
export function createActivity(db: Db) {
  return async (uids: readonly Uid[], since: Date): Promise<Set<Uid>> => {
    const { rows } = await sql<{ uid: Uid }>`
      select uid from presence where uid = any(${[...uids]}::uuid[]) and last_seen_at >= ${since}`.execute(db)
    return new Set(rows.map((row) => row.uid))
  }
}
