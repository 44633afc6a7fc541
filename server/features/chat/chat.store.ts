import { sql } from 'kysely'
import type { MessageType } from '#contract/chat.ts'
import type { Uid } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ChatId, MemberChat, StoredMessage } from './chat.types.ts'
import { toMessage } from './chat.write.store.ts'

type ChatTables = {
  chats: { id: ChatId; low_uid: Uid | null; high_uid: Uid | null; last_seq: number; last_at: Date | null; created_at: Date }
  chat_members: { chat_id: ChatId; uid: Uid; read_seq: number; opened_at: Date | null }
  messages: {
    chat_id: ChatId
    seq: number
    id: string
    sender: Uid | null
    type: MessageType
    content: string
    reference_item: string[]
    media: string[]
    sent_at: Date
  }
}

/** Conversations listed at once, and the highest unread figure that is counted out. */
const MAX_LISTED = 500
const MAX_UNREAD = 999

/** Which messages: the latest, or those just before or just after a sequence. */
export type Page = { before?: number | undefined; after?: number | undefined; limit?: number | undefined }

/** The questions chat asks the database. Writing messages stands in `chat.write.store.ts`. */
export function createChatStore(plain: Db) {
  const db = plain.withTables<ChatTables>()

  return {
    /** The chat of these two, made under `id` when there is none. */
    async pairChat(one: Uid, two: Uid, id: ChatId, now: Date): Promise<ChatId> {
      const [low_uid, high_uid] = pair(one, two)
      return db.transaction().execute(async (tx) => {
        const chat = await tx
          .insertInto('chats')
          .values({ id, low_uid, high_uid, last_seq: 0, created_at: now })
          // Updating to the same value makes the other process's row come back; "do nothing" would return none.
          .onConflict((it) => it.columns(['low_uid', 'high_uid']).doUpdateSet((eb) => ({ low_uid: eb.ref('excluded.low_uid') })))
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('chat_members')
          .values([low_uid, high_uid].map((uid) => ({ chat_id: chat.id, uid, read_seq: 0 })))
          .onConflict((it) => it.doNothing())
          .execute()
        return chat.id
      })
    },

    /** The chat of these two, or undefined. */
    async findPairChat(one: Uid, two: Uid): Promise<ChatId | undefined> {
      const [low, high] = pair(one, two)
      const row = await db.selectFrom('chats').select('id').where('low_uid', '=', low).where('high_uid', '=', high).executeTakeFirst()
      return row?.id
    },

    /** Lists the chat for this member from now on, even while it is empty. */
    async markOpened(chatId: ChatId, uid: Uid, now: Date): Promise<void> {
      await db.updateTable('chat_members').set({ opened_at: now }).where('chat_id', '=', chatId).where('uid', '=', uid).execute()
    },

    /** One chat as this member sees it; undefined when there is none or they are no member. */
    async chatOf(uid: Uid, chatId: ChatId): Promise<MemberChat | undefined> {
      const { rows } = await memberChats(uid, sql`and chats.id = ${chatId}`).execute(db)
      return rows.map(toMemberChat)[0]
    },

    /** This member's conversations, latest first: those with messages and the empty ones they opened. */
    async chatsOf(uid: Uid): Promise<MemberChat[]> {
      const { rows } = await memberChats(uid, sql`and (chats.last_seq > 0 or me.opened_at is not null)`).execute(db)
      return rows.map(toMemberChat)
    },

    /** The members of a chat that are still here. Empty for an unknown chat. */
    async membersOf(chatId: ChatId): Promise<Uid[]> {
      const rows = await db.selectFrom('chat_members').select('uid').where('chat_id', '=', chatId).execute()
      return rows.map((row) => row.uid)
    },

    /** One page, newest first: the latest, or those just before `before`, or those just after `after`. */
    async page(chatId: ChatId, { before, after, limit = limits.chatPageSize.default }: Page): Promise<StoredMessage[]> {
      let query = db.selectFrom('messages').selectAll().where('chat_id', '=', chatId).limit(limit)
      if (before !== undefined) query = query.where('seq', '<', before)
      if (after !== undefined) query = query.where('seq', '>', after)
      const rows = await query.orderBy('seq', after === undefined ? 'desc' : 'asc').execute()
      const messages = rows.map(toMessage)
      return after === undefined ? messages : messages.toReversed()
    },

    /** The message that this sender stored under this id, if any. */
    async findMessage(sender: Uid, id: string): Promise<StoredMessage | undefined> {
      const row = await db.selectFrom('messages').selectAll().where('sender', '=', sender).where('id', '=', id).executeTakeFirst()
      return row && toMessage(row)
    },

    /** Moves a read marker forward, at most to the newest message. Gives where it now stands, or undefined when it did not move. */
    async markRead(chatId: ChatId, uid: Uid, seq: number): Promise<number | undefined> {
      const row = await db
        .updateTable('chat_members')
        .from('chats')
        .set((eb) => ({ read_seq: eb.fn<number>('least', [eb.val(seq), 'chats.last_seq']) }))
        .whereRef('chats.id', '=', 'chat_members.chat_id')
        .where('chat_members.chat_id', '=', chatId)
        .where('chat_members.uid', '=', uid)
        .where((eb) => eb('chat_members.read_seq', '<', eb.fn<number>('least', [eb.val(seq), 'chats.last_seq'])))
        .returning('chat_members.read_seq')
        .executeTakeFirst()
      return row?.read_seq
    },
  }
}

export type ChatStore = ReturnType<typeof createChatStore>

function pair(one: Uid, two: Uid): [low: Uid, high: Uid] {
  return one < two ? [one, two] : [two, one]
}

type MemberChatRow = { chat: ChatId; other: Uid | null; last_seq: number; read_seq: number; their_read_seq: number; unread: number } & (
  | ({ seq: number } & Omit<ChatTables['messages'], 'seq'>)
  | { seq: null }
)

function memberChats(uid: Uid, only: ReturnType<typeof sql>) {
  return sql<MemberChatRow>`
    select chats.id as chat, other.uid as other, chats.last_seq, me.read_seq, coalesce(other.read_seq, 0) as their_read_seq,
      unread.count as unread, last.*
    from chat_members as me
    join chats on chats.id = me.chat_id
    left join chat_members as other on other.chat_id = me.chat_id and other.uid <> me.uid
    left join messages as last on last.chat_id = chats.id and last.seq = chats.last_seq
    cross join lateral (
      select count(*) as count from (
        select 1 from messages
        where messages.chat_id = chats.id and messages.seq > me.read_seq and messages.sender is distinct from me.uid
        limit ${MAX_UNREAD}
      ) as counted
    ) as unread
    where me.uid = ${uid} ${only}
    order by coalesce(chats.last_at, me.opened_at) desc nulls last, chats.id
    limit ${MAX_LISTED}
  `
}

function toMemberChat(row: MemberChatRow): MemberChat {
  return {
    chatId: row.chat,
    other: row.other,
    lastSeq: row.last_seq,
    readSeq: row.read_seq,
    theirReadSeq: row.their_read_seq,
    unread: row.unread,
    last: row.seq === null ? null : toMessage(row),
  }
}
