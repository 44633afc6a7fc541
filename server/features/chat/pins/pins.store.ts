import { sql } from 'kysely'
import type { GroupRole } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PageEnd } from '../chat.cursor.ts'
import type { SearchResult } from '../chat.messages.store.ts'
import type { ChatId, StoredMessage } from '../chat.types.ts'
import { type MessageRow, toMessage } from '../chat.write.store.ts'

export type StoredPin = { message: StoredMessage; by: Uid | null; pinnedAt: Date }
export type StarredMessage = SearchResult & { starredAt: Date }

/** More stars in one conversation are in the list of all stars only. */
const MAX_STARS_SHOWN = 1_000

/** Deleted messages and those of deleted accounts are neither pinned nor starred. */
const isNotDeleted = sql`messages.deleted_at is null and messages.sender is not null`

export function createPinStore(db: Db) {
  return {
    /** The messages that can be pinned and starred among these, with their authors. */
    async authors(chatId: ChatId, seqs: readonly number[]): Promise<{ seq: number; sender: Uid }[]> {
      const { rows } = await sql<{ seq: number; sender: Uid }>`
        select seq, sender from messages where chat_id = ${chatId} and seq = any(${[...seqs]}::bigint[]) and ${isNotDeleted}
      `.execute(db)
      return rows
    },

    /** Returns false if the conversation has `max` pins already. */
    async pin(chatId: ChatId, seq: number, actor: Uid, now: Date, max: number): Promise<boolean> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pinned_messages where chat_id = ${chatId} and seq <> ${seq}
      `.execute(db)
      if ((rows[0]?.count ?? 0) >= max) return false
      await sql`
        insert into pinned_messages (chat_id, seq, pinned_by, pinned_at)
        select chat_id, seq, ${actor}, ${now} from messages where chat_id = ${chatId} and seq = ${seq} and ${isNotDeleted}
        on conflict do nothing
      `.execute(db)
      return true
    },

    async unpin(chatId: ChatId, seq: number): Promise<void> {
      await sql`delete from pinned_messages where chat_id = ${chatId} and seq = ${seq}`.execute(db)
    },

    /** The latest first. */
    async pins(chatId: ChatId): Promise<StoredPin[]> {
      const { rows } = await sql<MessageRow & { pinned_by: Uid | null; pinned_at: Date }>`
        select messages.*, pinned.pinned_by, pinned.pinned_at
        from pinned_messages as pinned join messages on messages.chat_id = pinned.chat_id and messages.seq = pinned.seq
        where pinned.chat_id = ${chatId} and ${isNotDeleted}
        order by pinned.pinned_at desc, pinned.seq desc
      `.execute(db)
      return rows.map(({ pinned_by: by, pinned_at: pinnedAt, ...row }) => ({ message: toMessage(row), by, pinnedAt }))
    },

    async star(chatId: ChatId, uid: Uid, seqs: readonly number[], now: Date): Promise<void> {
      await sql`
        insert into starred_messages (chat_id, uid, seq, starred_at)
        select chat_id, ${uid}, seq, ${now} from messages where chat_id = ${chatId} and seq = any(${[...seqs]}::bigint[]) and ${isNotDeleted}
        on conflict do nothing
      `.execute(db)
    },

    async unstar(chatId: ChatId, uid: Uid, seqs: readonly number[]): Promise<void> {
      await sql`
        delete from starred_messages where chat_id = ${chatId} and uid = ${uid} and seq = any(${[...seqs]}::bigint[])
      `.execute(db)
    },

    async starredIn(chatId: ChatId, uid: Uid): Promise<number[]> {
      const { rows } = await sql<{ seq: number }>`
        select seq from starred_messages where chat_id = ${chatId} and uid = ${uid} order by seq desc limit ${MAX_STARS_SHOWN}
      `.execute(db)
      return rows.map(({ seq }) => seq)
    },

    /** A page of this user's stars in all their conversations, the latest star first. */
    async starredBy(uid: Uid, beyond: PageEnd | null, limit: number): Promise<StarredMessage[]> {
      const { rows } = await sql<MessageRow & { other: Uid | null; role: GroupRole | null; starred_at: Date }>`
        select messages.*, other.uid as other, me.role, starred.starred_at
        from (
          select * from starred_messages where uid = ${uid}
            ${beyond ? sql`and (starred_at, chat_id, seq) < (${beyond.at}, ${beyond.chatId}, ${beyond.seq})` : sql``}
          order by starred_at desc, chat_id desc, seq desc limit ${limit}
        ) as starred
        join chat_members as me on me.chat_id = starred.chat_id and me.uid = starred.uid
        join messages on messages.chat_id = starred.chat_id and messages.seq = starred.seq
        left join chat_members as other on me.role is null and other.chat_id = me.chat_id and other.uid <> me.uid
        order by starred.starred_at desc, starred.chat_id desc, starred.seq desc
      `.execute(db)
      return rows.map(({ other, role, starred_at: starredAt, ...row }) => ({ other, role, starredAt, message: toMessage(row) }))
    },
  }
}

export type PinStore = ReturnType<typeof createPinStore>
