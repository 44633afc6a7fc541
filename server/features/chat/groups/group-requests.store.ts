import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChatId } from '../chat.types.ts'

export type StoredGroupRequest = { uid: Uid; askedAt: Date }

export type GroupRequestStore = ReturnType<typeof createGroupRequestStore>

/** Requests to join a group by a link. */
export function createGroupRequestStore(db: Db) {
  return {
    /** Returns false if an earlier request was declined: the owner and admins are not asked again. */
    async add(chatId: ChatId, uid: Uid, code: string, now: Date): Promise<boolean> {
      const { rows } = await sql<{ declinedAt: Date | null }>`
        insert into group_requests (chat_id, uid, code, asked_at) values (${chatId}, ${uid}, ${code}, ${now})
        on conflict (chat_id, uid) do update set withdrawn = false, code = excluded.code
        returning declined_at as "declinedAt"
      `.execute(db)
      return rows[0]?.declinedAt === null
    },

    /** Open requests, the earliest first. */
    async open(chatId: ChatId): Promise<StoredGroupRequest[]> {
      const { rows } = await sql<StoredGroupRequest>`
        select uid, asked_at as "askedAt" from group_requests
        where chat_id = ${chatId} and declined_at is null order by asked_at, uid limit ${limits.group.requests}
      `.execute(db)
      return rows
    },

    async hasAsked(chatId: ChatId, uid: Uid): Promise<boolean> {
      const { rows } = await sql`select 1 from group_requests where chat_id = ${chatId} and uid = ${uid} and not withdrawn`.execute(db)
      return rows.length > 0
    },

    /** The group that the user asked to join by this code, also after the link has ended. */
    async groupAskedBy(uid: Uid, code: string): Promise<ChatId | undefined> {
      const { rows } = await sql<{ chatId: ChatId }>`
        select chat_id as "chatId" from group_requests where uid = ${uid} and code = ${code} and not withdrawn
      `.execute(db)
      return rows[0]?.chatId
    },

    /** Returns whether there was an open request. */
    async decline(chatId: ChatId, uid: Uid, now: Date): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update group_requests set declined_at = ${now} where chat_id = ${chatId} and uid = ${uid} and declined_at is null
      `.execute(db)
      return Boolean(numAffectedRows)
    },

    /** Removes an open request, and hides a declined one from the user who asked. Returns whether there was an open one. */
    async withdraw(chatId: ChatId, uid: Uid): Promise<boolean> {
      await sql`update group_requests set withdrawn = true where chat_id = ${chatId} and uid = ${uid} and declined_at is not null`.execute(
        db,
      )
      const { numAffectedRows } = await sql`
        delete from group_requests where chat_id = ${chatId} and uid = ${uid} and declined_at is null
      `.execute(db)
      return Boolean(numAffectedRows)
    },
  }
}
