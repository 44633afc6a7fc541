import { sql } from 'kysely'
import type { ChatTab, GroupRole } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PageEnd } from './chat.cursor.ts'
import { theirDeliveredSeq, theirReadSeq } from './chat.receipts.store.ts'
import type { ChatId, MemberChat, NewChat, PairChat, RequestState } from './chat.types.ts'
import { type MessageRow, toMessage } from './chat.write.store.ts'

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
    marked_unread: boolean
  }
}

export type ChatStore = ReturnType<typeof createChatStore>

/** Chats and their members. Messages and receipts have their own stores. */
export function createChatStore(plain: Db) {
  return { ...pairQueries(plain), ...memberQueries(plain), ...requestQueries(plain) }
}

function pairQueries(plain: Db) {
  const db = plain.withTables<ChatTables>()
  return {
    /**
     * Finds or creates the chats of these pairs in one commit. Pairs with an unknown user are left out.
     * The same pair must not appear twice.
     */
    async pairChats(chats: readonly NewChat[], now: Date): Promise<{ id: ChatId; low: Uid; high: Uid }[]> {
      const [lows, highs] = [chats.map((chat) => sorted(...chat.pair)[0]), chats.map((chat) => sorted(...chat.pair)[1])]
      const { rows } = await sql<{ id: ChatId; low: Uid; high: Uid }>`
        select id, low, high
        from pair_chats(${chats.map(({ id }) => id)}::uuid[], ${lows}::uuid[], ${highs}::uuid[], ${now}::timestamptz)
      `.execute(db)
      return rows
    },

    async findPairChat(a: Uid, b: Uid): Promise<ChatId | undefined> {
      const [low, high] = sorted(a, b)
      const row = await db.selectFrom('chats').select('id').where('low_uid', '=', low).where('high_uid', '=', high).executeTakeFirst()
      return row?.id
    },

    /** The existing chats of these pairs, from the view of the first user, who wants to write to the second. */
    async chatsOfPairs(pairs: readonly (readonly [me: Uid, other: Uid])[]): Promise<(PairChat & { me: Uid; other: Uid })[]> {
      const { rows } = await sql<PairChat & { me: Uid; other: Uid }>`
        select me, other, chat_id as "chatId", last_seq as "lastSeq", request, asked_by as "askedBy", is_archived as "isArchived",
          other_muted_until as "otherMutedUntil", other_archived as "otherArchived"
        from chat_standings(${pairs.map(([me]) => me)}::uuid[], ${pairs.map(([, other]) => other)}::uuid[])
      `.execute(db)
      return rows
    },
  }
}

function memberQueries(plain: Db) {
  const db = plain.withTables<ChatTables>()

  function update(chatId: ChatId, uid: Uid, values: Partial<Omit<ChatTables['chat_members'], 'chat_id' | 'uid' | 'read_seq'>>) {
    return db.updateTable('chat_members').set(values).where('chat_id', '=', chatId).where('uid', '=', uid).execute()
  }

  return {
    /** Lists the chat for this member, even while it is empty. */
    async markOpened(chatId: ChatId, uid: Uid, now: Date): Promise<void> {
      await update(chatId, uid, { opened_at: now })
    },

    async mute(chatId: ChatId, uid: Uid, until: Date | null): Promise<void> {
      await update(chatId, uid, { muted_until: until })
    },

    async markUnread(chatId: ChatId, uid: Uid, isUnread: boolean): Promise<void> {
      await update(chatId, uid, { marked_unread: isUnread })
    },

    async archive(chatId: ChatId, uid: Uid, time: Date | null): Promise<void> {
      await update(chatId, uid, { archived_at: time })
    },

    /** One chat as this member sees it; undefined if there is none or they are no member. */
    async chatOf(uid: Uid, chatId: ChatId): Promise<MemberChat | undefined> {
      const { rows } = await selectChats(uid, sql`select ${chatId}::uuid as id`).execute(db)
      return rows.map(toMemberChat)[0]
    },

    /** All members of a chat, without users who are only invited. */
    async listMembers(chatId: ChatId): Promise<Uid[]> {
      const { rows } = await sql<{ uid: Uid }>`
        select uid from chat_members where chat_id = ${chatId} and role is distinct from 'invited'
      `.execute(db)
      return rows.map(({ uid }) => uid)
    },

    /** Everyone who is in a conversation with this user, or invited to one. */
    async listCompanions(uid: Uid): Promise<Uid[]> {
      const { rows } = await sql<{ uid: Uid }>`
        select distinct other.uid from chat_members as mine
        join chat_members as other on other.chat_id = mine.chat_id and other.uid <> mine.uid
        where mine.uid = ${uid}
      `.execute(db)
      return rows.map((row) => row.uid)
    },

    /** A page of a tab, latest first: chats with messages, and empty ones that this member has opened. */
    async chatsOf(uid: Uid, tab: ChatTab, after: PageEnd | null, limit: number): Promise<MemberChat[]> {
      const { rows } = await selectChats(uid, pageOfTab(uid, tab, after, limit)).execute(db)
      return rows.map(toMemberChat)
    },
  }
}

function requestQueries(plain: Db) {
  const db = plain.withTables<ChatTables>()
  return {
    /** Makes an empty chat a request of `by`. Returns false if it has a message or a request already. */
    async createRequest(chatId: ChatId, actor: Uid, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('chats')
        .set({ request: 'waiting', asked_by: actor, asked_at: now })
        .where('id', '=', chatId)
        .where('request', '=', 'none')
        .where('last_seq', '=', 0)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    async countRequestsSentBy(uid: Uid, since: Date): Promise<number> {
      const { count } = await db
        .selectFrom('chats')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('asked_by', '=', uid)
        .where('asked_at', '>', since)
        .executeTakeFirstOrThrow()
      return count
    },

    /** Answers an open request; a declined one can still be accepted. Returns whether anything changed. */
    async answerRequest(chatId: ChatId, answer: 'accepted' | 'declined'): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('chats')
        .set({ request: answer })
        .where('id', '=', chatId)
        .where('request', 'in', answer === 'accepted' ? ['waiting', 'declined'] : ['waiting'])
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /** Removes the request of a chat, answered or not. Returns whether there was one. */
    async endRequest(chatId: ChatId): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('chats')
        .set({ request: 'none' })
        .where('id', '=', chatId)
        .where('request', '<>', 'none')
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /** The number of strangers who wait for an answer from this user, and of invitations to groups. */
    async countOpenRequests(uid: Uid, hidden: ReadonlySet<Uid>): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from chat_members as me join chats on chats.id = me.chat_id
        where me.uid = ${uid} and me.archived_at is null and (
          me.role = 'invited' or (
            -- Null after the account of the sender is deleted; that is no request anymore.
            chats.request = 'waiting' and chats.asked_by <> ${uid} and chats.last_seq > 0
            and chats.asked_by <> all(${[...hidden]}::uuid[])
          )
        )
      `.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}

/** Higher unread counts are not counted to the end. */
export const MAX_UNREAD = 999

type MemberChatRow = {
  chat: ChatId
  other: Uid | null
  role: GroupRole | null
  chat_last_seq: number
  chat_change_seq: number
  read_seq: number
  their_delivered_seq: number
  their_read_seq: number
  unread: number
  request: RequestState
  asked_by: Uid | null
  muted_until: Date | null
  archived_at: Date | null
  marked_unread: boolean
  listed_at: Date
} & (({ seq: number } & Omit<MessageRow, 'seq'>) | { seq: null })

/** The ids of one page. The expensive columns (unread count, last message) are read only for this page. */
function pageOfTab(uid: Uid, tab: ChatTab, after: PageEnd | null, limit: number) {
  const listedAt = sql`coalesce(chats.last_at, me.opened_at, chats.created_at)`
  const beyond = after ? sql`and (${listedAt} < ${after.at} or (${listedAt} = ${after.at} and chats.id > ${after.chatId}))` : sql``
  return sql`
    select chats.id from chat_members as me join chats on chats.id = me.chat_id
    where me.uid = ${uid} and (chats.last_seq > 0 or me.opened_at is not null or me.role = 'invited') and ${tabOf(uid)} = ${tab} ${beyond}
    order by ${listedAt} desc, chats.id limit ${limit}
  `
}

/** The tab that lists a chat; no tab lists declined requests. */
function tabOf(uid: Uid) {
  return sql`case
    when me.archived_at is not null then 'archived'
    when me.role = 'invited' then 'requests'
    when chats.asked_by is distinct from ${uid} and chats.request = 'waiting' then 'requests'
    when chats.asked_by is distinct from ${uid} and chats.request = 'declined' then 'declined'
    else 'chats' end`
}

function selectChats(uid: Uid, ids: ReturnType<typeof sql>) {
  return sql<MemberChatRow>`
    with page as materialized (${ids})
    select chats.id as chat, other.uid as other, me.role, chats.last_seq as chat_last_seq, chats.change_seq as chat_change_seq, me.read_seq,
      ${theirDeliveredSeq} as their_delivered_seq, ${theirReadSeq} as their_read_seq, unread.count as unread,
      chats.request, chats.asked_by, me.muted_until, me.archived_at, me.marked_unread,
      coalesce(chats.last_at, me.opened_at, chats.created_at) as listed_at, last.*
    from page
    join chats on chats.id = page.id
    join chat_members as me on me.chat_id = chats.id and me.uid = ${uid}
    left join chat_members as other on me.role is null and other.chat_id = me.chat_id and other.uid <> me.uid
    left join messages as last on last.chat_id = chats.id and last.seq = chats.last_seq
    cross join lateral (
      select count(*) as count from (
        select 1 from messages
        where messages.chat_id = chats.id and messages.seq > me.read_seq and messages.sender is distinct from me.uid
          -- Groups don't show messages of deleted accounts.
          and (me.role is null or messages.sender is not null)
        limit ${MAX_UNREAD}
      ) as counted
    ) as unread
    order by listed_at desc, chats.id
  `
}

function toMemberChat(row: MemberChatRow): MemberChat {
  return {
    chatId: row.chat,
    other: row.other,
    role: row.role,
    lastSeq: row.chat_last_seq,
    changeSeq: row.chat_change_seq,
    readSeq: row.read_seq,
    theirDeliveredSeq: row.their_delivered_seq,
    theirReadSeq: row.their_read_seq,
    unread: row.unread,
    last: row.seq === null ? null : toMessage(row),
    request: row.request,
    askedBy: row.asked_by,
    mutedUntil: row.muted_until,
    archivedAt: row.archived_at,
    isMarkedUnread: row.marked_unread,
    listedAt: row.listed_at,
  }
}

const sorted = (a: Uid, b: Uid): [low: Uid, high: Uid] => (a < b ? [a, b] : [b, a])
