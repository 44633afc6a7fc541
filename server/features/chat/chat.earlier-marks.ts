import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

const JOB = 'chat.earlier-marks'

/**
 * Until migration 0050 nobody noted what was told of people's markers. Whoever had receipts off then (`chat_marks_to_hold`) has told
 * nothing, and the others have told them nothing: that is put into their chats here, a person at a time.
 * @todo remove two versions after 0050, with its table
 */
export function createEarlierMarks({ db, jobs }: { db: Db; jobs: Pick<Jobs, 'add' | 'register'> }) {
  /** Gives whether there was somebody. */
  async function holdNext(): Promise<boolean> {
    const { rows } = await sql<{ uid: string }>`
      with person as materialized (
        -- First, as whoever deletes an account does: both go on to the two tables, in different order.
        select uid from people where uid in (select uid from chat_marks_to_hold) limit 1 for key share skip locked
      ), next as (
        delete from chat_marks_to_hold where uid in (select uid from person) returning uid
      ), locked as materialized (
        -- In one order, as whoever moves markers takes them.
        select member.chat_id, member.uid from chat_members as member
        where member.chat_id in (select mine.chat_id from next join chat_members as mine on mine.uid = next.uid)
        order by member.chat_id, member.uid for update of member
      ), held as (
        update chat_members as member set told_read_seq = 0, told_delivered_seq = 0
        from locked where member.chat_id = locked.chat_id and member.uid = locked.uid
      )
      select uid from next
    `.execute(db)
    return rows.length > 0
  }

  jobs.register<object>({
    name: JOB,
    retries: 10,
    expireSeconds: 3_600,
    async run() {
      while (await holdNext());
    },
  })

  return {
    /** Goes on where a stop has interrupted it; the jobs must run. */
    resume: (): Promise<void> => jobs.add(JOB, {}, { only: 'all' }),
  }
}
