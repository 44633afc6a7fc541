import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { fromColumns, type Columns } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { LoggedAction, StoredSuspension } from './moderation.types.ts'
import type { TimeCursor } from '#server/platform/page-cursor.ts'

type SuspensionTables = {
  suspensions: Columns<StoredSuspension>
  moderation_log: Columns<LoggedAction>
}

export type LogQuery = { viewer: Uid; after: TimeCursor | null; limit: number; reportIds?: readonly string[] }

/** Suspensions, and the log of moderators' actions. */
export function createSuspensionStore(plain: Db) {
  const db = plain.withTables<SuspensionTables>()
  const latest = () => db.selectFrom('moderation_log').selectAll().orderBy('at', 'desc').orderBy('id', 'desc')

  return {
    all: async (): Promise<Uid[]> => (await db.selectFrom('suspensions').select('uid').execute()).map((row) => row.uid),

    async find(uid: Uid): Promise<StoredSuspension | null> {
      const row = await db.selectFrom('suspensions').selectAll().where('uid', '=', uid).executeTakeFirst()
      return row ? fromColumns<StoredSuspension>(row) : null
    },

    /** Until the end of the transaction, others wait for it, and the account is not deleted. */
    async lockPerson(uid: Uid): Promise<void> {
      await sql`select uid from people where uid = ${uid} for no key update`.execute(db)
    },

    /** Whether a report upholds the user's suspension. Reports from before an earlier suspension was lifted don't count. */
    async isUpheld(uid: Uid): Promise<boolean> {
      const { rows } = await sql`
        select 1 from reports where about = ${uid} and state = 'suspended' and decided_at > coalesce(
          (select max(at) from moderation_log where about = ${uid} and act = 'lifted'), '-infinity') limit 1`.execute(db)
      return rows.length > 0
    },

    /** @returns false when the user is suspended already; the first reason stays */
    async add({ uid, reason, since }: Pick<StoredSuspension, 'uid' | 'reason' | 'since'>): Promise<boolean> {
      const result = await db
        .insertInto('suspensions')
        .values({ uid, reason, since })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** @returns false after the first appeal, and without a suspension */
    async appeal(uid: Uid, text: string, now: Date): Promise<boolean> {
      const result = await db
        .updateTable('suspensions')
        .set({ appeal_text: text, appealed_at: now })
        .where('uid', '=', uid)
        .where('appealed_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },

    /** Rejects an appeal. @returns false without an open appeal */
    async uphold(uid: Uid, text: string, now: Date): Promise<boolean> {
      const result = await db
        .updateTable('suspensions')
        .set({ answer_text: text, answered_at: now })
        .where('uid', '=', uid)
        .where('appealed_at', 'is not', null)
        .where('answered_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },

    /** @returns false without a suspension, and with `appealed` without an open appeal */
    async lift(uid: Uid, { appealed }: { appealed: boolean }): Promise<boolean> {
      const result = await db
        .deleteFrom('suspensions')
        .where('uid', '=', uid)
        .$if(appealed, (qb) => qb.where('appealed_at', 'is not', null).where('answered_at', 'is', null))
        .executeTakeFirst()
      return result.numDeletedRows > 0n
    },

    /** Open appeals, oldest first. */
    async appeals(): Promise<StoredSuspension[]> {
      const rows = await db
        .selectFrom('suspensions')
        .selectAll()
        .where('appealed_at', 'is not', null)
        .where('answered_at', 'is', null)
        .orderBy('appealed_at')
        .execute()
      return rows.map(fromColumns<StoredSuspension>)
    },

    async addLogEntry(act: LoggedAction): Promise<void> {
      const { reportId, ...rest } = act
      await db
        .insertInto('moderation_log')
        .values({ ...rest, report_id: reportId })
        .execute()
    },

    /** Actions, latest first, without those about the viewer; with `reportIds` about those reports only. */
    async log({ viewer, after, limit, reportIds }: LogQuery): Promise<LoggedAction[]> {
      const rows = await latest()
        .where('about', 'is distinct from', viewer)
        .$if(reportIds !== undefined, (qb) => qb.where('report_id', '=', sql<string>`any(${[...(reportIds ?? [])]}::uuid[])`))
        .$if(after !== null, (qb) => qb.where(sql<boolean>`(at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`))
        .limit(limit)
        .execute()
      return rows.map(fromColumns<LoggedAction>)
    },

    /** Actions about a user since `since`, latest first. */
    async logAbout(uid: Uid, actions: readonly LoggedAction['act'][], since: Date, limit: number): Promise<LoggedAction[]> {
      const rows = await latest().where('about', '=', uid).where('act', 'in', actions).where('at', '>', since).limit(limit).execute()
      return rows.map(fromColumns<LoggedAction>)
    },

    async hasViewed(moderator: Uid, reportId: string): Promise<boolean> {
      const row = await db
        .selectFrom('moderation_log')
        .select('id')
        .where('moderator', '=', moderator)
        .where('report_id', '=', reportId)
        .where('act', '=', 'looked')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
