import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'

/** When the user was last online. The row is deleted with the user's row. */
export function presencePersonalData(db: Db): PersonalData {
  async function* collect(uid: Uid): AsyncGenerator<ExportedFile> {
    const { rows } = await sql`select last_seen_at as last_seen from presence where uid = ${uid}`.execute(db)
    yield jsonFile('last-seen.json', rows)
  }
  return { part: 'presence', collect }
}
