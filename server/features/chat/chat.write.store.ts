import { sql } from 'kysely'
import type { MessageType } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChatId, NewMessage, StoredMessage, WriteResult } from './chat.types.ts'

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

/** Indexes of the input from 1, and the `seqs` of the stored messages. One row, because reading 200 rows costs more than storing them. */
type StoredRow = { stored: number[]; seqs: number[]; repeated: number[] }

/**
 * Stores messages in one statement, and thus in one commit; returns the results in the same order.
 * Each chat's sequence continues without gaps. A repeated (sender, id) stores nothing and returns the first message.
 * The result is undefined if the chat or one of its members was deleted, or if the sender is not a member.
 * The same (sender, id) must not appear twice in one call.
 * @throws database errors; then no message of the batch is stored. A unique violation means that another process stored one of
 * these messages at the same time: call again.
 */
export async function writeMessages(db: Db, messages: readonly NewMessage[]): Promise<(WriteResult | undefined)[]> {
  const { rows } = await writeStatement(messages).execute(db)
  const { stored = [], seqs = [], repeated = [] } = rows[0] ?? {}
  const results: (WriteResult | undefined)[] = messages.map(() => undefined)
  for (const [index, place] of stored.entries()) {
    const [message, seq] = [messages[place - 1], seqs[index]]
    if (message && seq)
      results[place - 1] = { repeated: false, message: { ...message, seq, editedAt: null, deletedAt: null, changeSeq: null } }
  }
  if (repeated.length === 0) return results
  const earlier = await earlierMessages(
    db,
    repeated.flatMap((place) => messages[place - 1] ?? []),
  )
  for (const place of repeated) {
    const message = earlier.get(keyOf(messages[place - 1]))
    if (message) results[place - 1] = { repeated: true, message }
  }
  return results
}

/** The stored messages with these senders and ids. */
async function earlierMessages(db: Db, messages: readonly NewMessage[]): Promise<Map<string, StoredMessage>> {
  const { rows } = await sql<MessageRow>`
    select messages.* from messages
    join unnest(${messages.map(({ sender }) => sender)}::uuid[], ${messages.map(({ id }) => id)}::uuid[]) as given (sender, id)
      on messages.sender = given.sender and messages.id = given.id
  `.execute(db)
  return new Map(rows.map(toMessage).map((message) => [keyOf(message), message]))
}

const keyOf = (message: { sender: Uid | null; id: string } | undefined): string => `${message?.sender}/${message?.id}`

/** Columns that contain only the usual value are sent as empty arrays; the function (migration 0049) fills them in. */
function writeStatement(messages: readonly NewMessage[]) {
  const column = (read: (message: NewMessage) => string) => arrayLiteral(messages.map(read))
  const emptyIfAll = (usual: string, read: (message: NewMessage) => string) => {
    const values = messages.map(read)
    return values.every((value) => value === usual) ? '{}' : arrayLiteral(values)
  }
  return sql<StoredRow>`
    select stored, seqs, repeated
    from store_messages(
      ${column((row) => row.chatId)}::uuid[], ${column((row) => row.id)}::uuid[], ${column((row) => row.sender)}::uuid[],
      ${emptyIfAll('text', (row) => row.type)}::text[], ${column((row) => row.content)}::text[],
      ${emptyIfAll('[]', (row) => JSON.stringify(row.referenceItem))}::text[], ${emptyIfAll('[]', (row) => JSON.stringify(row.media))}::text[],
      ${column((row) => row.sentAt.toISOString())}::timestamptz[]
    )
  `
}

/** A message of a deleted account counts as deleted. */
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
    deletedAt: row.deleted_at ?? (row.sender === null ? row.sent_at : null),
    changeSeq: row.change_seq,
  }
}
