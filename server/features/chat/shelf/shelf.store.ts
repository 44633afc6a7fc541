import { sql } from 'kysely'
import type { MessageType } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChatId } from '../chat.types.ts'

/** A message that may share something. */
export type SharedMessage = {
  seq: number
  sender: Uid | null
  type: MessageType
  content: string
  referenceItem: string[]
  sentAt: Date
}

export function createShelfStore(db: Db) {
  return {
    /** The user's conversations with messages since then, the latest first. */
    async activeChats(uid: Uid, since: Date, limit: number): Promise<ChatId[]> {
      const { rows } = await sql<{ id: ChatId }>`
        select chats.id from chat_members join chats on chats.id = chat_members.chat_id
        where chat_members.uid = ${uid} and chats.last_at >= ${since} order by chats.last_at desc limit ${limit}`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** The latest messages with a link or a reference, newest first. The condition must match the partial index. */
    async sharedMessages(chatId: ChatId, limit: number): Promise<SharedMessage[]> {
      const { rows } = await sql<SharedMessage>`
        select seq, sender, type, content, reference_item as "referenceItem", sent_at as "sentAt" from messages
        where chat_id = ${chatId} and deleted_at is null and (content like '%://%' or reference_item <> '[]')
        order by seq desc limit ${limit}`.execute(db)
      return rows
    },
  }
}
