import { sql } from 'kysely'
import type { ChatTab } from '#contract/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Place } from './chat.cursor.ts'
import { theirDeliveredSeq, theirReadSeq } from './chat.marks.store.ts'
import type { ChatId, MemberChat, RequestState } from './chat.types.ts'
import { type MessageRow, toMessage } from './chat.write.store.ts'

/** The highest unread figure that is counted out. */
const MAX_UNREAD = 999

type MemberChatRow = {
  chat: ChatId
  other: Uid | null
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
  listed_at: Date
} & (({ seq: number } & Omit<MessageRow, 'seq'>) | { seq: null })

/** Where a chat stands for its member. Declined requests stand nowhere. */
function tabOf(uid: Uid) {
  return sql`case
    when me.archived_at is not null then 'archived'
    when chats.asked_by is distinct from ${uid} and chats.request = 'waiting' then 'requests'
    when chats.asked_by is distinct from ${uid} and chats.request = 'declined' then 'declined'
    else 'chats' end`
}

/** One page of a tab. The page is cut before the costly parts (unread, the last message) are looked up for its rows. */
export function listChats(uid: Uid, tab: ChatTab, after: Place | null, limit: number) {
  const listedAt = sql`coalesce(chats.last_at, me.opened_at)`
  const beyond = after ? sql`and (${listedAt} < ${after.at} or (${listedAt} = ${after.at} and chats.id > ${after.chatId}))` : sql``
  return withDetails(
    uid,
    sql`
      select chats.id from chat_members as me join chats on chats.id = me.chat_id
      where me.uid = ${uid} and (chats.last_seq > 0 or me.opened_at is not null) and ${tabOf(uid)} = ${tab} ${beyond}
      order by ${listedAt} desc, chats.id limit ${limit}
    `,
  )
}

/** One chat, whatever tab it stands in. */
export function memberChat(uid: Uid, chatId: ChatId) {
  return withDetails(uid, sql`select ${chatId}::uuid as id`)
}

function withDetails(uid: Uid, ids: ReturnType<typeof sql>) {
  return sql<MemberChatRow>`
    with page as materialized (${ids})
    select chats.id as chat, other.uid as other, chats.last_seq as chat_last_seq, chats.change_seq as chat_change_seq, me.read_seq,
      ${theirDeliveredSeq} as their_delivered_seq, ${theirReadSeq} as their_read_seq, unread.count as unread,
      chats.request, chats.asked_by, me.muted_until, me.archived_at,
      coalesce(chats.last_at, me.opened_at, chats.created_at) as listed_at, last.*
    from page
    join chats on chats.id = page.id
    join chat_members as me on me.chat_id = chats.id and me.uid = ${uid}
    left join chat_members as other on other.chat_id = me.chat_id and other.uid <> me.uid
    left join messages as last on last.chat_id = chats.id and last.seq = chats.last_seq
    cross join lateral (
      select count(*) as count from (
        select 1 from messages
        where messages.chat_id = chats.id and messages.seq > me.read_seq and messages.sender is distinct from me.uid
        limit ${MAX_UNREAD}
      ) as counted
    ) as unread
    order by listed_at desc, chats.id
  `
}

export function toMemberChat(row: MemberChatRow): MemberChat {
  return {
    chatId: row.chat,
    other: row.other,
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
    listedAt: row.listed_at,
  }
}
