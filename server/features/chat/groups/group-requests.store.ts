import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChatId } from '../chat.types.ts'
import { consumeUse } from './group-links.store.ts'
import { changeMembers } from './groups.store.ts'

export type StoredGroupRequest = { uid: Uid; askedAt: Date }

/** `declined`: an earlier request was declined, and this one counts as declined, too. `gone`: the link is used, or the group is deleted. */
type AskResult = 'asked' | 'reopened' | 'declined' | 'gone'

export type GroupRequestStore = ReturnType<typeof createGroupRequestStore>

export function createGroupRequestStore(db: Db) {
  return {
    /** Asks to join, and takes one use of the link, or makes the earlier request of this user an open one again. */
    async ask(chatId: ChatId, uid: Uid, link: { id: string; code: string }, now: Date): Promise<AskResult> {
      const result = await changeMembers(db, chatId, async (tx): Promise<AskResult> => {
        const { rows } = await sql<{ declinedAt: Date | null }>`
          update group_requests set withdrawn = false, code = ${link.code}, asked_at = ${now} where chat_id = ${chatId} and uid = ${uid}
          returning declined_at as "declinedAt"
        `.execute(tx)
        if (rows[0]) return rows[0].declinedAt === null ? 'reopened' : 'declined'
        if (!(await consumeUse(tx, link.id, now))) return 'gone'
        await sql`insert into group_requests (chat_id, uid, code, asked_at) values (${chatId}, ${uid}, ${link.code}, ${now})`.execute(tx)
        return 'asked'
      })
      return result ?? 'gone'
    },

    /** Open requests, the earliest first. */
    async open(chatId: ChatId): Promise<StoredGroupRequest[]> {
      const { rows } = await sql<StoredGroupRequest>`
        select uid, asked_at as "askedAt" from group_requests
        where chat_id = ${chatId} and declined_at is null and not withdrawn order by asked_at, uid limit ${limits.group.requests}
      `.execute(db)
      return rows
    },

    async hasAsked(chatId: ChatId, uid: Uid): Promise<boolean> {
      const { rows } = await sql`select 1 from group_requests where chat_id = ${chatId} and uid = ${uid} and not withdrawn`.execute(db)
      return rows.length > 0
    },

    /** The group that the user asked to join by this code, even after the link has ended. */
    async groupAskedBy(uid: Uid, code: string): Promise<ChatId | undefined> {
      const { rows } = await sql<{ chatId: ChatId }>`
        select chat_id as "chatId" from group_requests where uid = ${uid} and code = ${code} and not withdrawn
      `.execute(db)
      return rows[0]?.chatId
    },

    /** Returns whether there was an open request. */
    async decline(chatId: ChatId, uid: Uid, now: Date): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update group_requests set declined_at = ${now}
        where chat_id = ${chatId} and uid = ${uid} and declined_at is null and not withdrawn
      `.execute(db)
      return Boolean(numAffectedRows)
    },

    /** The request stays, so that asking again takes no use and informs no one again. Returns whether there was an open one. */
    async withdraw(chatId: ChatId, uid: Uid): Promise<boolean> {
      const { rows } = await sql<{ wasOpen: boolean }>`
        update group_requests set withdrawn = true where chat_id = ${chatId} and uid = ${uid} and not withdrawn
        returning declined_at is null as "wasOpen"
      `.execute(db)
      return rows[0]?.wasOpen ?? false
    },
  }
}
