import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

const JOB_NAME = 'chat.earlier-marks'

/**
 * Hides receipts from before migration 0050, which did not record what was shared. Users who had receipts off at that time are
 * in `chat_marks_to_hold`: for each of them, the receipts of both members of their chats become hidden.
 * @todo remove two versions after 0050, with its table
 */
export function createReceiptMigration({ db, jobs }: { db: Db; jobs: Pick<Jobs, 'add' | 'register'> }) {
  /** Returns whether there was a user to process. */
  async function hideNext(): Promise<boolean> {
    const { rows } = await sql<{ uid: string }>`
      with person as materialized (
        -- First, as account deletion does: both go on to the two tables, in different order.
        select uid from people where uid in (select uid from chat_marks_to_hold) limit 1 for key share skip locked
      ), next as (
        delete from chat_marks_to_hold where uid in (select uid from person) returning uid
      ), locked as materialized (
        -- In the same order as receipt updates, to avoid deadlocks.
        select member.chat_id, member.uid from chat_members as member
        where member.chat_id in (select mine.chat_id from next join chat_members as mine on mine.uid = next.uid)
        order by member.chat_id, member.uid for update of member
      ), hidden as (
        update chat_members as member set told_read_seq = 0, told_delivered_seq = 0
        from locked where member.chat_id = locked.chat_id and member.uid = locked.uid
      )
      select uid from next
    `.execute(db)
    return rows.length > 0
  }

  jobs.register<object>({
    name: JOB_NAME,
    retries: 10,
    expireSeconds: 3_600,
    async run() {
      while (await hideNext());
    },
  })

  return {
    /** Continues an interrupted migration; call once the jobs run. */
    resume: (): Promise<void> => jobs.add(JOB_NAME, {}, { only: 'all' }),
  }
}
