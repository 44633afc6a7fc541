import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ExportedFile, jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import type { Moderation } from './moderation.service.ts'

/**
 * A user's reports, suspension, and the decisions about them, without reports about them. The suspension is deleted with the user's row, and
 * may have had the last appeal that the moderators had a notice of. Reports about the user stay without the user until their evidence goes.
 */
export function moderationPersonalData({ db, moderation }: { db: Db; moderation: Pick<Moderation, 'endNotices'> }): PersonalData {
  async function* collect(uid: Uid): AsyncGenerator<ExportedFile> {
    const reports = await sql`
      select kind, reason, text, state, created_at as at from reports where reporter = ${uid} order by created_at`.execute(db)
    yield jsonFile('reports.json', reports.rows)
    const suspensions = await sql`
      select reason, since, appeal_text as appeal, answer_text as answer from suspensions where uid = ${uid}`.execute(db)
    yield jsonFile('suspension.json', suspensions.rows)
    const decisions = await sql`
      select act, note as reason, at from moderation_log
      where about = ${uid} and act in ('hid', 'restored', 'suspended', 'lifted', 'kept') order by at`.execute(db)
    yield jsonFile('moderation-decisions.json', decisions.rows)
  }
  return { part: 'moderation', eraseRows: async () => moderation.endNotices, collect }
}
