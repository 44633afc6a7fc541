import { sql, type RawBuilder } from 'kysely'
import type { GroupRole } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChatId, Positions, RequestState } from './chat.types.ts'

/** Moves a member's receipts up to these sequence numbers; 0 leaves one unchanged. */
export type ReceiptUpdate = { chatId: ChatId; uid: Uid; read: number; delivered: number }

/** `isShared`: the other member may see the new positions. Positions that moved while it was false stay hidden. */
export type SharedReceiptUpdate = ReceiptUpdate & { isShared: boolean }

/** A member's receipts after an update, and which of them moved. */
export type Receipts = {
  chatId: ChatId
  uid: Uid
  readBefore: number
  readSeq: number
  deliveredSeq: number
  lastSeq: number
  readMoved: boolean
  deliveredMoved: boolean
  request: RequestState
}

/** The other member of a chat of two, null for a deleted account; `role` is the member's own in a group. */
export type Counterpart = { other: Uid | null; role: GroupRole | null }

/** The position of a client's cached copy of a chat. */
export type ClientPosition = { chatId: ChatId; seq: number; id: string | null; changeSeq: number }

export type ResumeQuery = { uid: Uid; cached: readonly ClientPosition[] }

/** `isValid`: the client's cached copy is part of the chat's history. */
export type ResumedPositions = Positions & { isValid: boolean }

export type UpdatedChat = { chatId: ChatId; seq: number; changeSeq: number; members: Uid[] }

/** The maximum number of chats in the answer to `resume`. */
const MAX_RESUMED_CHATS = 500

/** Read and delivered positions of members. */
export function createReceiptStore(db: Db) {
  return {
    /** The other member of each chat in order; undefined if `uid` is not a member. */
    async otherMembers(receipts: readonly Pick<ReceiptUpdate, 'chatId' | 'uid'>[]): Promise<(Counterpart | undefined)[]> {
      const { rows } = await sql<Counterpart & { place: number }>`
        select given.place, other.uid as other, me.role
        from unnest(${receipts.map(({ chatId }) => chatId)}::uuid[], ${receipts.map(({ uid }) => uid)}::uuid[])
          with ordinality as given (chat_id, uid, place)
        join chat_members as me on me.chat_id = given.chat_id and me.uid = given.uid and me.role is distinct from 'invited'
        left join chat_members as other on me.role is null and other.chat_id = me.chat_id and other.uid <> me.uid
      `.execute(db)
      const found = new Map(rows.map(({ place, other, role }) => [place, { other, role }]))
      return receipts.map((_, index) => found.get(index + 1))
    },

    advance: (updates: readonly SharedReceiptUpdate[], now: Date): Promise<Receipts[]> => advanceReceipts(db, updates, now),
    resumedPositions: (queries: readonly ResumeQuery[]): Promise<ResumedPositions[][]> => resumedPositions(db, queries),

    /** The chats of these users with a message or change since then, once for each user. */
    positionsSince: (uids: readonly Uid[], since: Date): Promise<(Positions & { uid: Uid })[]> =>
      positionsWhere(db, sql`me.uid = any(${[...uids]}::uuid[]) and (chats.last_at > ${since} or chats.changed_at > ${since})`),

    /** The positions of these chats, once for each member. */
    positionsIn: (chatIds: readonly ChatId[]): Promise<(Positions & { uid: Uid })[]> =>
      positionsWhere(db, sql`me.chat_id = any(${[...chatIds]}::uuid[])`),

    /** All chats with a message or change since then, with their members. The cost depends on the number of changes since then. */
    async chatsUpdatedSince(since: Date): Promise<UpdatedChat[]> {
      const { rows } = await sql<UpdatedChat>`
        select chat_id as "chatId", last_seq as "seq", change_seq as "changeSeq", members from chats_moved_since(${since})
      `.execute(db)
      return rows
    },
  }
}

/** The positions of members who are not only invited, once for each member. */
async function positionsWhere(db: Db, condition: RawBuilder<unknown>): Promise<(Positions & { uid: Uid })[]> {
  const { rows } = await sql<Positions & { uid: Uid }>`
    select me.uid, ${positionColumns}
    from chat_members as me
    join chats on chats.id = me.chat_id
    left join chat_members as other on me.role is null and other.chat_id = me.chat_id and other.uid <> me.uid
    where me.role is distinct from 'invited' and ${condition}
  `.execute(db)
  return rows
}

/**
 * Moves receipts forward, at most to the newest message; those of many members in one commit. Read messages count as delivered.
 * Updates of users who are not members are left out of the result. The same member and chat must not appear twice.
 */
async function advanceReceipts(db: Db, updates: readonly SharedReceiptUpdate[], now: Date): Promise<Receipts[]> {
  const column = <T>(read: (update: SharedReceiptUpdate) => T) => updates.map(read)
  const { rows } = await sql<Receipts>`
    with given as materialized (
      select * from unnest(
        ${column((row) => row.chatId)}::uuid[], ${column((row) => row.uid)}::uuid[],
        ${column((row) => row.read)}::bigint[], ${column((row) => Math.max(row.read, row.delivered))}::bigint[],
        ${column((row) => row.isShared)}::boolean[]
      ) as given (chat_id, uid, read_to, delivered_to, is_shared)
    ), locked as materialized (
      -- Always in the same order, to avoid deadlocks between processes.
      select me.chat_id, me.uid from chat_members as me join given on given.chat_id = me.chat_id and given.uid = me.uid
      order by me.chat_id, me.uid for update of me
    ), target as materialized (
      select me.chat_id, me.uid, me.read_seq, me.delivered_seq, chats.last_seq, chats.request, given.is_shared,
        greatest(me.read_seq, least(given.read_to, chats.last_seq)) as new_read,
        greatest(me.delivered_seq, least(given.delivered_to, chats.last_seq)) as new_delivered
      from locked
      join given on given.chat_id = locked.chat_id and given.uid = locked.uid
      join chat_members as me on me.chat_id = locked.chat_id and me.uid = locked.uid
      join chats on chats.id = me.chat_id
    ), moved as (
      update chat_members as me set read_seq = greatest(me.read_seq, new_read), delivered_seq = greatest(me.delivered_seq, new_delivered),
        read_at = case when me.role is not null and me.read_seq < new_read then ${now}::timestamptz else me.read_at end,
        told_read_seq = case when me.read_seq >= new_read then me.told_read_seq
          when not is_shared then coalesce(me.told_read_seq, me.read_seq) end,
        told_delivered_seq = case when me.delivered_seq >= new_delivered then me.told_delivered_seq
          when not is_shared then coalesce(me.told_delivered_seq, me.delivered_seq) end
      from target
      where me.chat_id = target.chat_id and me.uid = target.uid
        and (me.read_seq < new_read or me.delivered_seq < new_delivered)
    )
    select chat_id as "chatId", uid, read_seq as "readBefore", new_read as "readSeq", new_delivered as "deliveredSeq",
      last_seq as "lastSeq", request, read_seq < new_read as "readMoved", delivered_seq < new_delivered as "deliveredMoved"
    from target
  `.execute(db)
  return rows
}

/** The positions of each user's latest chats, latest first, and whether the cached copies are still valid. */
async function resumedPositions(db: Db, queries: readonly ResumeQuery[]): Promise<ResumedPositions[][]> {
  const cached = queries.flatMap((query, index) => query.cached.map((chat) => ({ ...chat, at: index })))
  const column = <T>(read: (row: ClientPosition & { at: number }) => T) => cached.map(read)
  const { rows } = await sql<ResumedPositions & { at: number }>`
    with given as materialized (
      select * from unnest(
        ${column((row) => row.at)}::int[], ${column((row) => row.chatId)}::uuid[], ${column((row) => row.seq)}::bigint[],
        ${column((row) => row.id)}::uuid[], ${column((row) => row.changeSeq)}::bigint[]
      ) as given (at, chat_id, seq, id, change_seq)
    ), listed as materialized (
      select viewer.at, latest.* from unnest(${queries.map((_, index) => index)}::int[], ${queries.map(({ uid }) => uid)}::uuid[]) as viewer (at, uid)
      cross join lateral (
        select me.*, coalesce(chats.last_at, me.opened_at) as listed_at
        from chat_members as me
        join chats on chats.id = me.chat_id
        where me.uid = viewer.uid and (chats.last_seq > 0 or me.opened_at is not null) and me.role is distinct from 'invited'
        order by coalesce(chats.last_at, me.opened_at) desc limit ${MAX_RESUMED_CHATS}
      ) as latest
    )
    select me.at, ${positionColumns},
      given.chat_id is null or (
        given.seq <= chats.last_seq and given.change_seq <= chats.change_seq
        and (given.seq = 0 or exists (
          select 1 from messages where messages.chat_id = chats.id and messages.seq = given.seq and messages.id = given.id
        ))
      ) as "isValid"
    from listed as me
    join chats on chats.id = me.chat_id
    left join chat_members as other on me.role is null and other.chat_id = me.chat_id and other.uid <> me.uid
    left join given on given.at = me.at and given.chat_id = me.chat_id
    order by me.listed_at desc
  `.execute(db)
  const byQuery = Map.groupBy(rows, ({ at }) => at)
  return queries.map((_, index) => byQuery.get(index) ?? [])
}

/** The receipts of the member `other`, if they are shared. */
export const theirDeliveredSeq = sql`coalesce(other.told_delivered_seq, other.delivered_seq, 0)`
export const theirReadSeq = sql`coalesce(other.told_read_seq, other.read_seq, 0)`

const positionColumns = sql`chats.id as "chatId", other.uid as other, me.role, chats.last_seq as "lastSeq", chats.change_seq as "changeSeq",
  chats.request, me.read_seq as "readSeq", ${theirDeliveredSeq} as "theirDeliveredSeq", ${theirReadSeq} as "theirReadSeq"`

export type ReceiptStore = ReturnType<typeof createReceiptStore>
