import { sql } from 'kysely'
import type { GroupEventKind } from '#contract/chat/groups.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChatId } from '../chat.types.ts'

/** `actor` caused the event; `subject` is the affected member. */
export type NewGroupEvent = { kind: GroupEventKind; actor?: Uid | null; subject?: Uid; name?: string }

export type StoredGroupEvent = {
  id: number
  afterSeq: number
  kind: GroupEventKind
  actor: Uid | null
  subject: Uid | null
  name: string | null
  at: Date
}

/** Adds an event after the newest message. The caller has locked the chat, so that no message gets in between. */
export async function addGroupEvent(tx: Db, chatId: ChatId, { kind, actor, subject, name }: NewGroupEvent, now?: Date): Promise<void> {
  await sql`
    insert into group_events (chat_id, after_seq, kind, actor, subject, name, at)
    select id, last_seq, ${kind}, ${actor ?? null}::uuid, ${subject ?? null}::uuid, ${name ?? null}, coalesce(${now ?? null}::timestamptz, now())
    from chats where id = ${chatId}
  `.execute(tx)
}

/** The latest events of a group, the earliest first. */
export async function loadGroupEvents(db: Db, chatId: ChatId, limit: number): Promise<StoredGroupEvent[]> {
  const { rows } = await sql<StoredGroupEvent>`
    select id, after_seq as "afterSeq", kind, actor, subject, name, at from group_events
    where chat_id = ${chatId} order by id desc limit ${limit}
  `.execute(db)
  return rows.toReversed()
}
