import { sql } from 'kysely'
import type { MessageType } from '#contract/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'
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

/** Places in the order given, from 1, with the `seqs` of those that were stored. One row: two hundred small ones cost more than the storing. */
type PlacedRow = { stored: number[]; seqs: number[]; repeated: number[] }

/**
 * Stores messages in the order given, in one statement and so in one commit, and answers in the same order.
 * Each chat's sequence goes on without a hole. A repeated (sender, id) stores nothing and answers with the first message.
 * Undefined stands where the chat is gone or one of its two people is, or where the sender is neither of them.
 * The same (sender, id) must not appear twice in one call.
 * @throws whatever the database says; then nothing of the batch is stored. A unique violation means that another process
 * stored one more of these messages while the repeats were being looked for: calling again finds it.
 */
export async function writeMessages(db: Db, messages: readonly NewMessage[]): Promise<(Written | undefined)[]> {
  const { rows } = await writeStatement(messages).execute(db)
  const { stored = [], seqs = [], repeated = [] } = rows[0] ?? {}
  const answers: (Written | undefined)[] = messages.map(() => undefined)
  for (const [at, place] of stored.entries()) {
    const [message, seq] = [messages[place - 1], seqs[at]]
    if (message && seq)
      answers[place - 1] = { repeated: false, message: { ...message, seq, editedAt: null, deletedAt: null, changeSeq: null } }
  }
  if (repeated.length === 0) return answers
  const first = await firstOnes(
    db,
    repeated.flatMap((place) => messages[place - 1] ?? []),
  )
  for (const place of repeated) {
    const message = first.get(keyOf(messages[place - 1]))
    if (message) answers[place - 1] = { repeated: true, message }
  }
  return answers
}

/** What was stored under these senders and ids before. */
async function firstOnes(db: Db, messages: readonly NewMessage[]): Promise<Map<string, StoredMessage>> {
  const { rows } = await sql<MessageRow>`
    select messages.* from messages
    join unnest(${messages.map(({ sender }) => sender)}::uuid[], ${messages.map(({ id }) => id)}::uuid[]) as given (sender, id)
      on messages.sender = given.sender and messages.id = given.id
  `.execute(db)
  return new Map(rows.map(toMessage).map((message) => [keyOf(message), message]))
}

const keyOf = (message: { sender: Uid | null; id: string } | undefined): string => `${message?.sender}/${message?.id}`

/** What nearly every message has is not sent along: the function (migration 0049) puts it where an array is empty. */
function writeStatement(messages: readonly NewMessage[]) {
  const column = (read: (message: NewMessage) => string) => arrayLiteral(messages.map(read))
  const unlessAll = (usual: string, read: (message: NewMessage) => string) => {
    const values = messages.map(read)
    return values.every((it) => it === usual) ? '{}' : arrayLiteral(values)
  }
  return sql<PlacedRow>`
    select stored, seqs, repeated
    from store_messages(
      ${column((it) => it.chatId)}::uuid[], ${column((it) => it.id)}::uuid[], ${column((it) => it.sender)}::uuid[],
      ${unlessAll('text', (it) => it.type)}::text[], ${column((it) => it.content)}::text[],
      ${unlessAll('[]', (it) => JSON.stringify(it.referenceItem))}::text[], ${unlessAll('[]', (it) => JSON.stringify(it.media))}::text[],
      ${column((it) => it.sentAt.toISOString())}::timestamptz[]
    )
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
