import { sql } from 'kysely'
import type { MessageType } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChatId } from './chat.types.ts'

/**
 * Changes of stored messages. Each change locks the chat's row, so that the change sequence of a chat has no gaps and a device
 * that has seen change n has seen all earlier ones. Each returns whether it changed anything.
 */
export function createChangeStore(db: Db) {
  function withNextChange(chatId: ChatId, now: Date, work: (tx: Db, changeSeq: number) => Promise<boolean>): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ change_seq: number }>`select change_seq from chats where id = ${chatId} for update`.execute(tx)
      const changeSeq = (rows[0]?.change_seq ?? 0) + 1
      if (!(await work(tx, changeSeq))) return false
      await sql`update chats set change_seq = ${changeSeq}, changed_at = ${now} where id = ${chatId}`.execute(tx)
      return true
    })
  }

  return {
    edit: (chatId: ChatId, seq: number, to: { type: MessageType; content: string }, now: Date): Promise<boolean> =>
      withNextChange(chatId, now, async (tx, changeSeq) => {
        const { numAffectedRows } = await sql`
          update messages set type = ${to.type}, content = ${to.content}, edited_at = ${now}, change_seq = ${changeSeq}
          where chat_id = ${chatId} and seq = ${seq} and deleted_at is null and content <> ${to.content}
        `.execute(tx)
        return Boolean(numAffectedRows)
      }),

    /** Clears a message for everyone; its sequence number, sender and time stay. */
    remove: (chatId: ChatId, seq: number, now: Date): Promise<boolean> =>
      withNextChange(chatId, now, async (tx, changeSeq) => {
        const { numAffectedRows } = await sql`
          update messages set type = 'text', content = '', reference_item = '[]', media = '[]', edited_at = null,
            deleted_at = ${now}, change_seq = ${changeSeq}
          where chat_id = ${chatId} and seq = ${seq} and deleted_at is null
        `.execute(tx)
        if (!numAffectedRows) return false
        await sql`delete from message_reactions where chat_id = ${chatId} and seq = ${seq}`.execute(tx)
        await sql`delete from pinned_messages where chat_id = ${chatId} and seq = ${seq}`.execute(tx)
        await sql`delete from starred_messages where chat_id = ${chatId} and seq = ${seq}`.execute(tx)
        return true
      }),

    /** Adds or removes an emoji. A user can add at most `max` different ones to a message. */
    react: (chatId: ChatId, seq: number, actor: Uid, emoji: string, on: boolean, max: number, now: Date): Promise<boolean> =>
      withNextChange(chatId, now, async (tx, changeSeq) => {
        const { numAffectedRows } = on
          ? await sql`
              insert into message_reactions (chat_id, seq, uid, emoji, given_at)
              select ${chatId}::uuid, ${seq}::bigint, ${actor}::uuid, ${emoji}::text, ${now}::timestamptz
              where (select count(*) from message_reactions where chat_id = ${chatId} and seq = ${seq} and uid = ${actor}) < ${max}
                and exists (select 1 from messages where chat_id = ${chatId} and seq = ${seq} and deleted_at is null)
              on conflict do nothing
            `.execute(tx)
          : await sql`
              delete from message_reactions where chat_id = ${chatId} and seq = ${seq} and uid = ${actor} and emoji = ${emoji}
            `.execute(tx)
        if (!numAffectedRows) return false
        await sql`update messages set change_seq = ${changeSeq} where chat_id = ${chatId} and seq = ${seq}`.execute(tx)
        return true
      }),
  }
}

export type ChangeStore = ReturnType<typeof createChangeStore>
