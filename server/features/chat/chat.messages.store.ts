import { sql } from 'kysely'
import type { GroupRole } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PageEnd } from './chat.cursor.ts'
import type { ChatId, StoredMessage, UserReaction } from './chat.types.ts'
import { type MessageRow, toMessage } from './chat.write.store.ts'

/** The latest messages, or those just before, just after or around a sequence number. */
export type MessagePage = {
  before?: number | undefined
  after?: number | undefined
  around?: number | undefined
  limit?: number | undefined
}

/** Messages sent at once on several servers can have times in another order than their sequence numbers. */
const SENT_AT_ONCE = 20

/** `role`: the viewer's role in a group, null in a chat of two. */
export type SearchResult = { message: StoredMessage; other: Uid | null; role: GroupRole | null }
export type MessageStore = ReturnType<typeof createMessageStore>

/** Reads messages. See `chat.write.store.ts` and `chat.changes.store.ts` for writes. */
export function createMessageStore(plain: Db) {
  return { ...pageQueries(plain), ...lookupQueries(plain) }
}

function pageQueries(plain: Db) {
  const db = plain.withTables<{ messages: MessageRow }>()

  async function listBefore(chatId: ChatId, seq: number | undefined, limit: number): Promise<StoredMessage[]> {
    let query = db.selectFrom('messages').selectAll().where('chat_id', '=', chatId).orderBy('seq', 'desc').limit(limit)
    if (seq !== undefined) query = query.where('seq', '<', seq)
    return (await query.execute()).map(toMessage)
  }

  async function after(chatId: ChatId, seq: number, limit: number): Promise<StoredMessage[]> {
    const rows = await db
      .selectFrom('messages')
      .selectAll()
      .where('chat_id', '=', chatId)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map(toMessage).toReversed()
  }

  return {
    /** One page, newest first. */
    async page(chatId: ChatId, page: MessagePage): Promise<StoredMessage[]> {
      const limit = page.limit ?? limits.chatPageSize.default
      if (page.around !== undefined) {
        const below = Math.ceil(limit / 2)
        const [newer, older] = await Promise.all([after(chatId, page.around, limit - below), listBefore(chatId, page.around + 1, below)])
        return [...newer, ...older]
      }
      return page.after === undefined ? listBefore(chatId, page.before, limit) : after(chatId, page.after, limit)
    },

    /** Messages that changed after this change sequence, the earliest change first. */
    async changes(chatId: ChatId, afterChange: number, limit: number): Promise<StoredMessage[]> {
      const rows = await db
        .selectFrom('messages')
        .selectAll()
        .where('chat_id', '=', chatId)
        .where('change_seq', '>', afterChange)
        .orderBy('change_seq')
        .limit(limit)
        .execute()
      return rows.map(toMessage)
    },

    /**
     * Messages of this member's chats, or of one, that contain `text`; the newest first. Each chat is read backwards by `seq`: otherwise
     * PostgreSQL may scan the messages of all users.
     */
    async search(uid: Uid, text: string, chatId: ChatId | undefined, beyond: PageEnd | null, limit: number): Promise<SearchResult[]> {
      const { rows } = await sql<MessageRow & { other: Uid | null; role: GroupRole | null }>`
        select found.*, other.uid as other, me.role
        from chat_members as me
        cross join lateral (
          select * from messages
          where chat_id = me.chat_id and content ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}
            ${beyond ? sql`and (sent_at, chat_id, seq) < (${beyond.at}, ${beyond.chatId}, ${beyond.seq})` : sql``}
          order by seq desc limit ${limit + SENT_AT_ONCE}
        ) as found
        left join chat_members as other on me.role is null and other.chat_id = me.chat_id and other.uid <> me.uid
        where me.uid = ${uid} and me.role is distinct from 'invited' ${chatId ? sql`and me.chat_id = ${chatId}` : sql``}
        order by found.sent_at desc, found.chat_id desc, found.seq desc
        limit ${limit}
      `.execute(db)
      return rows.map(({ other, role, ...row }) => ({ other, role, message: toMessage(row) }))
    },
  }
}

function lookupQueries(plain: Db) {
  const db = plain.withTables<{ messages: MessageRow }>()
  return {
    async findBySender(sender: Uid, id: string): Promise<StoredMessage | undefined> {
      const row = await db.selectFrom('messages').selectAll().where('sender', '=', sender).where('id', '=', id).executeTakeFirst()
      return row && toMessage(row)
    },

    async getBySeq(chatId: ChatId, seq: number): Promise<StoredMessage | undefined> {
      const row = await db.selectFrom('messages').selectAll().where('chat_id', '=', chatId).where('seq', '=', seq).executeTakeFirst()
      return row && toMessage(row)
    },

    /** The message that owns pictures; see `pictureOwnerId`. */
    async findByPictureOwner(ownerId: string): Promise<StoredMessage | undefined> {
      const { rows } = await sql<MessageRow>`select * from messages where ${pictureOwner} = ${ownerId} and media <> '[]'`.execute(db)
      return rows.map(toMessage)[0]
    },

    /** Filters `ownerIds` to those whose message still exists. */
    async existingPictureOwners(ownerIds: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ owner: string }>`
        select ${pictureOwner} as owner from messages where ${pictureOwner} = any(${[...ownerIds]}::uuid[]) and media <> '[]'
      `.execute(db)
      return rows.map(({ owner }) => owner)
    },

    /** The message with this id that another user has sent to this one. */
    async findReceived(uid: Uid, id: string): Promise<StoredMessage | undefined> {
      const { rows } = await sql<MessageRow>`
        select messages.* from chat_members as me
        join chat_members as other on other.chat_id = me.chat_id and other.uid <> me.uid
        join messages on messages.sender = other.uid and messages.id = ${id} and messages.chat_id = me.chat_id
        where me.uid = ${uid} and me.role is distinct from 'invited'
      `.execute(db)
      return rows.map(toMessage)[0]
    },

    /** Messages of this chat by id and these senders. If two members used the same id, the earlier message is returned. */
    async byIds(chatId: ChatId, members: readonly Uid[], ids: readonly string[]): Promise<Map<string, StoredMessage>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('messages')
        .selectAll()
        .where('id', 'in', [...ids])
        .where('sender', 'in', [...members])
        .where('chat_id', '=', chatId)
        .orderBy('seq', 'desc')
        .execute()
      return new Map(rows.map((row) => [row.id, toMessage(row)]))
    },

    /** The newest message of a group by an author who exists and is not hidden. */
    async lastVisible(chatId: ChatId, hidden: readonly Uid[]): Promise<StoredMessage | null> {
      const { rows } = await sql<MessageRow>`
        select * from messages where chat_id = ${chatId} and sender is not null and sender <> all(${[...hidden]}::uuid[]) order by seq desc limit 1
      `.execute(db)
      return rows.map(toMessage)[0] ?? null
    },

    /** Unread messages of a group by authors who exist and are not hidden. */
    async countVisible(chatId: ChatId, after: number, hidden: readonly Uid[], max: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (
          select 1 from messages
          where chat_id = ${chatId} and seq > ${after} and sender is not null and sender <> all(${[...hidden]}::uuid[]) limit ${max}
        ) as counted
      `.execute(db)
      return rows[0]?.count ?? 0
    },

    /** The reactions to these messages of one chat, the earliest first. */
    async reactions(chatId: ChatId, seqs: readonly number[]): Promise<UserReaction[]> {
      if (seqs.length === 0) return []
      const { rows } = await sql<UserReaction>`
        select seq, uid, emoji from message_reactions
        where chat_id = ${chatId} and seq = any(${[...seqs]}::bigint[]) order by given_at, uid, emoji
      `.execute(db)
      return rows
    },
  }
}

/** Must equal the expression of the database index. See `pictureOwnerId`. */
const pictureOwner = sql`md5(sender::text || '/' || id::text)::uuid`
