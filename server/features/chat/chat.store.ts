import { sql } from 'kysely'
import type { ChatTab } from '#contract/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Place } from './chat.cursor.ts'
import { listChats, memberChat, toMemberChat } from './chat.list.store.ts'
import type { ChatId, ChatStanding, MemberChat, NewChat, RequestState } from './chat.types.ts'

type ChatTables = {
  chats: {
    id: ChatId
    low_uid: Uid | null
    high_uid: Uid | null
    last_seq: number
    request: RequestState
    asked_by: Uid | null
    asked_at: Date | null
    created_at: Date
  }
  chat_members: {
    chat_id: ChatId
    uid: Uid
    read_seq: number
    opened_at: Date | null
    muted_until: Date | null
    archived_at: Date | null
  }
}

/** What chat asks the database about chats and their members. Messages stand in the other stores of this folder. */
export function createChatStore(plain: Db) {
  const db = plain.withTables<ChatTables>()

  function change(chatId: ChatId, uid: Uid, values: { opened_at?: Date; muted_until?: Date | null; archived_at?: Date | null }) {
    return db.updateTable('chat_members').set(values).where('chat_id', '=', chatId).where('uid', '=', uid).execute()
  }

  return {
    /**
     * The chats of these pairs, made where there is none, in one commit. A pair of which somebody does not exist is missing.
     * The same two people must not appear twice.
     */
    async pairChats(chats: readonly NewChat[], now: Date): Promise<{ id: ChatId; low: Uid; high: Uid }[]> {
      const [lows, highs] = [chats.map((it) => pair(...it.pair)[0]), chats.map((it) => pair(...it.pair)[1])]
      const { rows } = await sql<{ id: ChatId; low: Uid; high: Uid }>`
        select id, low, high
        from pair_chats(${chats.map(({ id }) => id)}::uuid[], ${lows}::uuid[], ${highs}::uuid[], ${now}::timestamptz)
      `.execute(db)
      return rows
    },

    /** The chat of these two, or undefined. */
    async findPairChat(one: Uid, two: Uid): Promise<ChatId | undefined> {
      const [low, high] = pair(one, two)
      const row = await db.selectFrom('chats').select('id').where('low_uid', '=', low).where('high_uid', '=', high).executeTakeFirst()
      return row?.id
    },

    /** How the chats of these pairs stand, each for the first of the two, who wants to write to the second; without those that have none. */
    async standings(pairs: readonly (readonly [me: Uid, other: Uid])[]): Promise<(ChatStanding & { me: Uid; other: Uid })[]> {
      const { rows } = await sql<ChatStanding & { me: Uid; other: Uid }>`
        select me, other, chat_id as "chatId", last_seq as "lastSeq", request, asked_by as "askedBy", is_archived as "isArchived",
          other_muted_until as "otherMutedUntil", other_archived as "otherArchived"
        from chat_standings(${pairs.map(([me]) => me)}::uuid[], ${pairs.map(([, other]) => other)}::uuid[])
      `.execute(db)
      return rows
    },

    /** Lists the chat for this member from now on, even while it is empty. */
    async markOpened(chatId: ChatId, uid: Uid, now: Date): Promise<void> {
      await change(chatId, uid, { opened_at: now })
    },

    async mute(chatId: ChatId, uid: Uid, until: Date | null): Promise<void> {
      await change(chatId, uid, { muted_until: until })
    },

    async archive(chatId: ChatId, uid: Uid, at: Date | null): Promise<void> {
      await change(chatId, uid, { archived_at: at })
    },

    /** Makes the first message of an empty chat a request of `by`. False when somebody has written or asked before. */
    async ask(chatId: ChatId, by: Uid, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('chats')
        .set({ request: 'waiting', asked_by: by, asked_at: now })
        .where('id', '=', chatId)
        .where('request', '=', 'none')
        .where('last_seq', '=', 0)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /** Requests that this person has made since then. */
    async countAsked(by: Uid, since: Date): Promise<number> {
      const { count } = await db
        .selectFrom('chats')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('asked_by', '=', by)
        .where('asked_at', '>', since)
        .executeTakeFirstOrThrow()
      return count
    },

    /** Answers the request of a chat, if there is one that was not accepted. Gives whether that changed anything. */
    async answer(chatId: ChatId, answer: 'accepted' | 'declined'): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('chats')
        .set({ request: answer })
        .where('id', '=', chatId)
        .where('request', 'in', answer === 'accepted' ? ['waiting', 'declined'] : ['waiting'])
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /** Leaves nothing of the request of a chat, answered or not. Gives whether there was one. */
    async endRequest(chatId: ChatId): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('chats')
        .set({ request: 'none' })
        .where('id', '=', chatId)
        .where('request', '<>', 'none')
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /** One chat as this member sees it; undefined when there is none or they are no member. */
    async chatOf(uid: Uid, chatId: ChatId): Promise<MemberChat | undefined> {
      const { rows } = await memberChat(uid, chatId).execute(db)
      return rows.map(toMemberChat)[0]
    },

    /** A page of this member's conversations, latest first: those with messages and the empty ones they opened. */
    async chatsOf(uid: Uid, tab: ChatTab, after: Place | null, limit: number): Promise<MemberChat[]> {
      const { rows } = await listChats(uid, tab, after, limit).execute(db)
      return rows.map(toMemberChat)
    },

    /** How many strangers wait for this person's answer. */
    async countRequests(uid: Uid): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from chat_members as me join chats on chats.id = me.chat_id
        where me.uid = ${uid} and me.archived_at is null
          and chats.request = 'waiting' and chats.asked_by is distinct from ${uid} and chats.last_seq > 0
      `.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}

export type ChatStore = ReturnType<typeof createChatStore>

function pair(one: Uid, two: Uid): [low: Uid, high: Uid] {
  return one < two ? [one, two] : [two, one]
}
