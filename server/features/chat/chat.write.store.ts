import { sql } from 'kysely'
import type { MessageType } from '#contract/chat.ts'
import type { Uid } from '#contract/ids.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ChatId, NewMessage, StoredMessage, Written } from './chat.types.ts'

/** A row of `messages`. */
export type MessageRow = {
  chat_id: ChatId
  seq: number
  id: string
  sender: Uid | null
  type: MessageType
  content: string
  reference_item: string[]
  media: string[]
  sent_at: Date
  edited_at: Date | null
  deleted_at: Date | null
  change_seq: number | null
}

type WrittenRow = MessageRow & { place: number; repeated: boolean }

/**
 * Stores messages in the order given, in one statement and so in one commit, and answers in the same order.
 * Each chat's sequence goes on without a hole. A repeated (sender, id) stores nothing and answers with the first message.
 * Undefined stands where the chat is gone or one of its two people is.
 * The same (sender, id) must not appear twice in one call.
 * @throws whatever the database says; then nothing of the batch is stored. A unique violation means that another process
 * stored one of these messages at this very moment: calling again finds it.
 */
export async function writeMessages(db: Db, messages: readonly NewMessage[]): Promise<(Written | undefined)[]> {
  const { rows } = await writeStatement(messages).execute(db)
  const answers: (Written | undefined)[] = messages.map(() => undefined)
  for (const row of rows) answers[row.place - 1] = { repeated: row.repeated, message: toMessage(row) }
  return answers
}

/**
 * The function is in migration 0029. It locks chats in the order of their ids, so that two processes never wait for each other
 * in a circle, and counts the new sequence on the locked row: one that waited sees what the other has stored.
 */
function writeStatement(messages: readonly NewMessage[]) {
  const column = <T>(read: (message: NewMessage) => T) => messages.map(read)
  return sql<WrittenRow>`
    select * from store_messages(
      ${column((it) => it.chatId)}::uuid[], ${column((it) => it.id)}::uuid[], ${column((it) => it.sender)}::uuid[],
      ${column((it) => it.type)}::text[], ${column((it) => it.content)}::text[],
      ${column((it) => JSON.stringify(it.referenceItem))}::text[], ${column((it) => JSON.stringify(it.media))}::text[],
      ${column((it) => it.sentAt.toISOString())}::timestamptz[]
    ) order by place
  `
}

/** A row of `messages` in our words. */
export function toMessage(row: MessageRow): StoredMessage {
  return {
    chatId: row.chat_id,
    seq: row.seq,
    id: row.id,
    sender: row.sender,
    type: row.type,
    content: row.content,
    referenceItem: row.reference_item,
    media: row.media,
    sentAt: row.sent_at,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    changeSeq: row.change_seq,
  }
}
