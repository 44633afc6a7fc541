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
 * Chats are locked in the order of their ids, so that two processes never wait for each other in a circle.
 * The new sequence is counted on the locked row: an update that waited sees what the other one stored.
 */
function writeStatement(messages: readonly NewMessage[]) {
  const column = <T>(read: (message: NewMessage) => T) => messages.map(read)
  return sql<WrittenRow>`
    with given as materialized (
      select chat_id, id, sender, type, content, reference_item::jsonb, media::jsonb, sent_at, place
      from unnest(
        ${column((it) => it.chatId)}::uuid[], ${column((it) => it.id)}::uuid[], ${column((it) => it.sender)}::uuid[],
        ${column((it) => it.type)}::text[], ${column((it) => it.content)}::text[],
        ${column((it) => JSON.stringify(it.referenceItem))}::text[], ${column((it) => JSON.stringify(it.media))}::text[],
        ${column((it) => it.sentAt.toISOString())}::timestamptz[]
      ) with ordinality as given (chat_id, id, sender, type, content, reference_item, media, sent_at, place)
    ), earlier as materialized (
      select given.place, messages.* from given join messages on messages.sender = given.sender and messages.id = given.id
    ), fresh as materialized (
      select * from given where place not in (select place from earlier)
    ), locked as materialized (
      select id from chats
      where id in (select chat_id from fresh) and low_uid is not null and high_uid is not null
      order by id for update
    ), bumped as (
      update chats set last_seq = chats.last_seq + added.count, last_at = added.latest
      from (select chat_id, count(*) as count, max(sent_at) as latest from fresh group by chat_id) as added, locked
      where chats.id = added.chat_id and chats.id = locked.id
      returning chats.id, chats.last_seq - added.count as base
    ), numbered as (
      select fresh.*, bumped.base + row_number() over (partition by fresh.chat_id order by fresh.place) as seq
      from fresh join bumped on bumped.id = fresh.chat_id
    ), stored as (
      insert into messages (chat_id, seq, id, sender, type, content, reference_item, media, sent_at)
      select chat_id, seq, id, sender, type, content, reference_item, media, sent_at from numbered
    )
    select place, false as repeated, chat_id, seq, id, sender, type, content, reference_item, media, sent_at,
      null::timestamptz as edited_at, null::timestamptz as deleted_at, null::bigint as change_seq from numbered
    union all
    select place, true, chat_id, seq, id, sender, type, content, reference_item, media, sent_at, edited_at, deleted_at, change_seq
    from earlier
    order by place
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
