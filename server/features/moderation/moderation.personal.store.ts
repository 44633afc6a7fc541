import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'

/** A user's reports and suspension, without reports about them. The rows are deleted with the user's row. */
export function moderationPersonalData(db: Db): PersonalData {
  async function* collect(uid: Uid): AsyncGenerator<ExportedFile> {
    const reports = await sql`
      select kind, reason, text, state, created_at as at from reports where reporter = ${uid} order by created_at`.execute(db)
    yield jsonFile('reports.json', reports.rows)
    const suspensions = await sql`
      select reason, since, appeal_text as appeal, answer_text as answer from suspensions where uid = ${uid}`.execute(db)
    yield jsonFile('suspension.json', suspensions.rows)
  }
  return { part: 'moderation', collect }
}
