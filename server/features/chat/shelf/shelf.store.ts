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

export type ShareTime = { since: Date; until?: Date | undefined }

export function createShelfStore(db: Db) {
  return {
    /**
     * The latest messages with a link or a reference that these users sent in a time, by conversation of the viewer: of at most `chats`
     * conversations, the latest, and of `each` messages in each. The condition must match the partial index.
     */
    async sharedBy(
      viewer: Uid,
      senders: readonly Uid[],
      { since, until }: ShareTime,
      { chats, each }: { chats: number; each: number },
    ): Promise<Map<ChatId, SharedMessage[]>> {
      const { rows } = await sql<SharedMessage & { chatId: ChatId }>`
        select active.id as "chatId", shared.* from (
          select chats.id from chat_members join chats on chats.id = chat_members.chat_id
          where chat_members.uid = ${viewer} and chats.last_at >= ${since} order by chats.last_at desc limit ${chats}
        ) as active cross join lateral (
          select seq, sender, type, content, reference_item as "referenceItem", sent_at as "sentAt" from messages
          where chat_id = active.id and deleted_at is null and (content like '%://%' or reference_item <> '[]')
            and sent_at >= ${since} and sent_at < ${until ?? 'infinity'}::timestamptz and sender = any(${[...senders]}::uuid[])
          order by seq desc limit ${each}
        ) as shared`.execute(db)
      return Map.groupBy(rows, ({ chatId }) => chatId)
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
