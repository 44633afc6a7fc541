import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Place } from './chat.cursor.ts'
import type { ChatId, GivenReaction, StoredMessage } from './chat.types.ts'
import { type MessageRow, toMessage } from './chat.write.store.ts'

/** Which messages: the latest, or those just before, just after or on both sides of a sequence. */
export type Page = { before?: number | undefined; after?: number | undefined; around?: number | undefined; limit?: number | undefined }

/** The questions chat asks about messages. Writing them stands in `chat.write.store.ts` and `chat.change.store.ts`. */
export function createMessageStore(plain: Db) {
  const db = plain.withTables<{ messages: MessageRow }>()

  async function before(chatId: ChatId, seq: number | undefined, limit: number): Promise<StoredMessage[]> {
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
    async page(chatId: ChatId, page: Page): Promise<StoredMessage[]> {
      const limit = page.limit ?? limits.chatPageSize.default
      if (page.around !== undefined) {
        const below = Math.ceil(limit / 2)
        const [newer, older] = await Promise.all([after(chatId, page.around, limit - below), before(chatId, page.around + 1, below)])
        return [...newer, ...older]
      }
      return page.after === undefined ? before(chatId, page.before, limit) : after(chatId, page.after, limit)
    },

    /** Messages that changed after that count of changes, the earliest change first. */
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

    /** The message that this sender stored under this id, if any. */
    async findMessage(sender: Uid, id: string): Promise<StoredMessage | undefined> {
      const row = await db.selectFrom('messages').selectAll().where('sender', '=', sender).where('id', '=', id).executeTakeFirst()
      return row && toMessage(row)
    },

    async messageAt(chatId: ChatId, seq: number): Promise<StoredMessage | undefined> {
      const row = await db.selectFrom('messages').selectAll().where('chat_id', '=', chatId).where('seq', '=', seq).executeTakeFirst()
      return row && toMessage(row)
    },

    /** The message that pictures hang on; see `pictureHolder`. */
    async holding(holder: string): Promise<StoredMessage | undefined> {
      const { rows } = await sql<MessageRow>`select * from messages where ${holderOf} = ${holder} and media <> '[]'`.execute(db)
      return rows.map(toMessage)[0]
    },

    /** Those of `holders` whose message is still there. */
    async existingHolders(holders: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ holder: string }>`
        select ${holderOf} as holder from messages where ${holderOf} = any(${[...holders]}::uuid[]) and media <> '[]'
      `.execute(db)
      return rows.map(({ holder }) => holder)
    },

    /** The message with this id that somebody wrote to this person. */
    async receivedBy(uid: Uid, id: string): Promise<StoredMessage | undefined> {
      const { rows } = await sql<MessageRow>`
        select messages.* from chat_members as me
        join chat_members as other on other.chat_id = me.chat_id and other.uid <> me.uid
        join messages on messages.sender = other.uid and messages.id = ${id} and messages.chat_id = me.chat_id
        where me.uid = ${uid}
      `.execute(db)
      return rows.map(toMessage)[0]
    },

    /** Those of `ids` that stand in this chat. Two people may use one id: then the earlier message has it. */
    async byIds(chatId: ChatId, members: readonly Uid[], ids: readonly string[]): Promise<Map<string, StoredMessage>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('messages')
        .selectAll()
        .where('id', 'in', [...ids])
        // The index is on sender and id; a chat has few members.
        .where('sender', 'in', [...members])
        .where('chat_id', '=', chatId)
        .orderBy('seq', 'desc')
        .execute()
      return new Map(rows.map((row) => [row.id, toMessage(row)]))
    },

    /** The reactions on these messages of one chat, the earliest first. */
    async reactions(chatId: ChatId, seqs: readonly number[]): Promise<GivenReaction[]> {
      if (seqs.length === 0) return []
      const { rows } = await sql<GivenReaction>`
        select seq, uid, emoji from message_reactions
        where chat_id = ${chatId} and seq = any(${[...seqs]}::bigint[]) order by given_at, uid, emoji
      `.execute(db)
      return rows
    },

    /** Messages of this member's chats, or of one, that contain `words`; the newest first. */
    async search(uid: Uid, words: string, chatId: ChatId | undefined, beyond: Place | null, limit: number): Promise<Found[]> {
      const { rows } = await sql<MessageRow & { other: Uid | null }>`
        select messages.*, other.uid as other
        from chat_members as me
        join messages on messages.chat_id = me.chat_id
        left join chat_members as other on other.chat_id = me.chat_id and other.uid <> me.uid
        where me.uid = ${uid} and messages.content ilike ${`%${words.replace(/[\\%_]/g, '\\$&')}%`}
          ${chatId ? sql`and me.chat_id = ${chatId}` : sql``}
          ${beyond ? sql`and (messages.sent_at, messages.chat_id, messages.seq) < (${beyond.at}, ${beyond.chatId}, ${beyond.seq})` : sql``}
        order by messages.sent_at desc, messages.chat_id desc, messages.seq desc
        limit ${limit}
      `.execute(db)
      return rows.map(({ other, ...row }) => ({ other, message: toMessage(row) }))
    },
  }
}

/** What the pictures of a message hang on. As in the index, word for word. */
const holderOf = sql`md5(sender::text || '/' || id::text)::uuid`

export type Found = { message: StoredMessage; other: Uid | null }
export type MessageStore = ReturnType<typeof createMessageStore>
