import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChatId, Marks, RequestState } from './chat.types.ts'

/** A member's wish to move their markers; 0 leaves one where it is. */
export type Mark = { chatId: ChatId; uid: Uid; read: number; delivered: number }

/** `isTold`: the other side learns how far they are. What moves while it does not stays untold for good. */
export type Move = Mark & { isTold: boolean }

/** Where a member's markers stand now, and which of them moved. */
export type Marked = {
  chatId: ChatId
  uid: Uid
  readSeq: number
  deliveredSeq: number
  lastSeq: number
  readMoved: boolean
  deliveredMoved: boolean
  request: RequestState
}

/** What a client says it holds of one chat. */
export type Held = { chatId: ChatId; seq: number; id: string | null; changeSeq: number }

/** Somebody who comes back, and what they hold. */
export type Resuming = { uid: Uid; held: readonly Held[] }

/** How far a chat is, and whether what somebody holds of it is part of its history. */
export type HeldMarks = Marks & { isOurs: boolean }

/** How far a chat is, and its people. */
export type MovedChat = { chatId: ChatId; seq: number; changeSeq: number; members: Uid[] }

/** Chats that one answer about a person's marks goes into. */
const MAX_MARKS = 500

/** How far everybody has come in their chats. */
export function createMarkStore(db: Db) {
  return {
    /** The other one of each chat, in the order given: null once their account was deleted, undefined for who is no member. */
    async othersOf(marks: readonly Pick<Mark, 'chatId' | 'uid'>[]): Promise<(Uid | null | undefined)[]> {
      const { rows } = await sql<{ place: number; other: Uid | null }>`
        select given.place, other.uid as other
        from unnest(${marks.map(({ chatId }) => chatId)}::uuid[], ${marks.map(({ uid }) => uid)}::uuid[])
          with ordinality as given (chat_id, uid, place)
        join chat_members as me on me.chat_id = given.chat_id and me.uid = given.uid
        left join chat_members as other on other.chat_id = me.chat_id and other.uid <> me.uid
      `.execute(db)
      const found = new Map(rows.map(({ place, other }) => [place, other]))
      return marks.map((_, at) => found.get(at + 1))
    },

    /**
     * Moves markers forward, at most to the newest message; many people's in one commit. What was read was delivered.
     * Whoever is no member of the chat is missing from the answer. The same member and chat must not appear twice.
     */
    async move(marks: readonly Move[]): Promise<Marked[]> {
      const column = <T>(read: (mark: Move) => T) => marks.map(read)
      const { rows } = await sql<Marked>`
        with given as materialized (
          select * from unnest(
            ${column((it) => it.chatId)}::uuid[], ${column((it) => it.uid)}::uuid[],
            ${column((it) => it.read)}::bigint[], ${column((it) => Math.max(it.read, it.delivered))}::bigint[],
            ${column((it) => it.isTold)}::boolean[]
          ) as given (chat_id, uid, read_to, delivered_to, is_told)
        ), locked as materialized (
          -- In one order, so that two processes never wait for each other in a circle.
          select me.chat_id, me.uid from chat_members as me join given on given.chat_id = me.chat_id and given.uid = me.uid
          order by me.chat_id, me.uid for update of me
        ), wanted as materialized (
          select me.chat_id, me.uid, me.read_seq, me.delivered_seq, chats.last_seq, chats.request, given.is_told,
            greatest(me.read_seq, least(given.read_to, chats.last_seq)) as new_read,
            greatest(me.delivered_seq, least(given.delivered_to, chats.last_seq)) as new_delivered
          from locked
          join given on given.chat_id = locked.chat_id and given.uid = locked.uid
          join chat_members as me on me.chat_id = locked.chat_id and me.uid = locked.uid
          join chats on chats.id = me.chat_id
        ), moved as (
          update chat_members as me set read_seq = greatest(me.read_seq, new_read), delivered_seq = greatest(me.delivered_seq, new_delivered),
            told_read_seq = case when me.read_seq >= new_read then me.told_read_seq
              when not is_told then coalesce(me.told_read_seq, me.read_seq) end,
            told_delivered_seq = case when me.delivered_seq >= new_delivered then me.told_delivered_seq
              when not is_told then coalesce(me.told_delivered_seq, me.delivered_seq) end
          from wanted
          where me.chat_id = wanted.chat_id and me.uid = wanted.uid
            and (me.read_seq < new_read or me.delivered_seq < new_delivered)
        )
        select chat_id as "chatId", uid, new_read as "readSeq", new_delivered as "deliveredSeq",
          last_seq as "lastSeq", request, read_seq < new_read as "readMoved", delivered_seq < new_delivered as "deliveredMoved"
        from wanted
      `.execute(db)
      return rows
    },

    /** How far these people's chats are, each one's latest first, and whether what they hold of each is still part of its history. */
    async marksOf(viewers: readonly Resuming[]): Promise<HeldMarks[][]> {
      const held = viewers.flatMap((viewer, at) => viewer.held.map((it) => ({ ...it, at })))
      const column = <T>(read: (it: Held & { at: number }) => T) => held.map(read)
      const { rows } = await sql<HeldMarks & { at: number }>`
        with given as materialized (
          select * from unnest(
            ${column((it) => it.at)}::int[], ${column((it) => it.chatId)}::uuid[], ${column((it) => it.seq)}::bigint[],
            ${column((it) => it.id)}::uuid[], ${column((it) => it.changeSeq)}::bigint[]
          ) as given (at, chat_id, seq, id, change_seq)
        ), listed as materialized (
          select viewer.at, latest.* from unnest(${viewers.map((_, at) => at)}::int[], ${viewers.map(({ uid }) => uid)}::uuid[]) as viewer (at, uid)
          cross join lateral (
            select me.*, coalesce(chats.last_at, me.opened_at) as listed_at
            from chat_members as me
            join chats on chats.id = me.chat_id
            where me.uid = viewer.uid and (chats.last_seq > 0 or me.opened_at is not null)
            order by coalesce(chats.last_at, me.opened_at) desc limit ${MAX_MARKS}
          ) as latest
        )
        select me.at, ${marksColumns},
          given.chat_id is null or (
            given.seq <= chats.last_seq and given.change_seq <= chats.change_seq
            and (given.seq = 0 or exists (
              select 1 from messages where messages.chat_id = chats.id and messages.seq = given.seq and messages.id = given.id
            ))
          ) as "isOurs"
        from listed as me
        join chats on chats.id = me.chat_id
        left join chat_members as other on other.chat_id = me.chat_id and other.uid <> me.uid
        left join given on given.at = me.at and given.chat_id = me.chat_id
        order by me.listed_at desc
      `.execute(db)
      const ofEach = Map.groupBy(rows, ({ at }) => at)
      return viewers.map((_, at) => ofEach.get(at) ?? [])
    },

    /** The chats of these people that got a message or a change since then, once for each of the people. */
    async movedSince(uids: readonly Uid[], since: Date): Promise<(Marks & { uid: Uid })[]> {
      const { rows } = await sql<Marks & { uid: Uid }>`
        select me.uid, ${marksColumns}
        from chat_members as me
        join chats on chats.id = me.chat_id
        left join chat_members as other on other.chat_id = me.chat_id and other.uid <> me.uid
        where me.uid = any(${[...uids]}::uuid[]) and (chats.last_at > ${since} or chats.changed_at > ${since})
      `.execute(db)
      return rows
    },

    /** How far these chats are, once for each of their people. */
    async marksIn(chatIds: readonly ChatId[]): Promise<(Marks & { uid: Uid })[]> {
      const { rows } = await sql<Marks & { uid: Uid }>`
        select me.uid, ${marksColumns}
        from chat_members as me
        join chats on chats.id = me.chat_id
        left join chat_members as other on other.chat_id = me.chat_id and other.uid <> me.uid
        where me.chat_id = any(${[...chatIds]}::uuid[])
      `.execute(db)
      return rows
    },

    /** All chats that got a message or a change since then, with their people. Costs as much as happened since then. */
    async chatsMovedSince(since: Date): Promise<MovedChat[]> {
      const { rows } = await sql<MovedChat>`
        select chat_id as "chatId", last_seq as "seq", change_seq as "changeSeq", members from chats_moved_since(${since})
      `.execute(db)
      return rows
    },
  }
}

/** How far the member `other` is, as far as that was told. */
export const theirDeliveredSeq = sql`coalesce(other.told_delivered_seq, other.delivered_seq, 0)`
export const theirReadSeq = sql`coalesce(other.told_read_seq, other.read_seq, 0)`

const marksColumns = sql`chats.id as "chatId", other.uid as other, chats.last_seq as "lastSeq", chats.change_seq as "changeSeq",
  chats.request, me.read_seq as "readSeq", ${theirDeliveredSeq} as "theirDeliveredSeq", ${theirReadSeq} as "theirReadSeq"`

export type MarkStore = ReturnType<typeof createMarkStore>
