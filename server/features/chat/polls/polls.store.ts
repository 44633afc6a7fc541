import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChatId } from '../chat.types.ts'

export type StoredPoll = {
  id: string
  chatId: ChatId
  author: Uid
  question: string
  options: string[]
  takesSeveral: boolean
  closesAt: Date
}
export type StoredVote = { uid: Uid; option: number }

const columns = sql`id, chat_id as "chatId", author, question, options, takes_several as "takesSeveral", closes_at as "closesAt"`

export type PollStore = ReturnType<typeof createPollStore>

export function createPollStore(db: Db) {
  return {
    async add({ id, chatId, author, question, options, takesSeveral, closesAt }: StoredPoll, now: Date): Promise<void> {
      await sql`
        insert into polls (id, chat_id, author, question, options, takes_several, created_at, closes_at)
        values (${id}, ${chatId}, ${author}, ${question}, ${options}::text[], ${takesSeveral}, ${now}, ${closesAt})
      `.execute(db)
    },

    async find(id: string): Promise<StoredPoll | undefined> {
      const { rows } = await sql<StoredPoll>`select ${columns} from polls where id = ${id}`.execute(db)
      return rows[0]
    },

    /** The votes, the earliest first. */
    async votes(id: string): Promise<StoredVote[]> {
      const { rows } = await sql<StoredVote>`
        select uid, option from poll_votes where poll_id = ${id} order by voted_at, uid, option
      `.execute(db)
      return rows
    },

    /** Replaces the votes of a user while the poll is open. Returns whether it was. */
    vote(id: string, uid: Uid, options: readonly number[], now: Date): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        // Two devices of one user vote one after the other.
        const { rows } = await sql`select 1 from polls where id = ${id} and closes_at > ${now} for update`.execute(tx)
        if (rows.length === 0) return false
        await sql`delete from poll_votes where poll_id = ${id} and uid = ${uid} and option <> all(${[...options]}::int[])`.execute(tx)
        await sql`
          insert into poll_votes (poll_id, uid, option, voted_at)
          select ${id}::uuid, ${uid}::uuid, option, ${now}::timestamptz from unnest(${[...options]}::int[]) as option on conflict do nothing
        `.execute(tx)
        return true
      })
    },

    /** Returns whether it was open. */
    async close(id: string, now: Date): Promise<boolean> {
      const { numAffectedRows } = await sql`update polls set closes_at = ${now} where id = ${id} and closes_at > ${now}`.execute(db)
      return Boolean(numAffectedRows)
    },

    async remove(id: string, author: Uid): Promise<void> {
      await sql`delete from polls where id = ${id} and author = ${author}`.execute(db)
    },
  }
}
