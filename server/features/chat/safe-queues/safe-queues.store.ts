import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChatId } from '../chat.types.ts'

export type StoredQueue = {
  id: string
  chatId: ChatId
  author: Uid
  name: string
  /** The least number of members whom one of the items fits, and of how many. */
  fits: number
  members: number
  items: ItemId[]
}

/** Messages in which `countMessages` counts, the latest. */
const COUNTED_MESSAGES = 1_000

export type SafeQueueStore = ReturnType<typeof createSafeQueueStore>

/** Posted safe queues. Items that leave the catalog leave their queues. */
export function createSafeQueueStore(db: Db) {
  return {
    /** Does nothing if a queue has this id. */
    add: ({ id, chatId, author, name, fits, members, items }: StoredQueue, now: Date): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { numAffectedRows } = await sql`
          insert into safe_queues (id, chat_id, author, name, fits, members, created_at)
          values (${id}, ${chatId}, ${author}, ${name}, ${fits}, ${members}, ${now}) on conflict do nothing
        `.execute(tx)
        if (!numAffectedRows) return
        // An item may have left the catalog since it was chosen.
        await sql`
          insert into safe_queue_items (queue_id, place, item_id)
          select ${id}::uuid, place, items.id from unnest(${items}::uuid[]) with ordinality as chosen (id, place)
          join items on items.id = chosen.id
        `.execute(tx)
      }),

    async find(id: string): Promise<StoredQueue | undefined> {
      const { rows } = await sql<StoredQueue>`
        select id, chat_id as "chatId", author, name, fits, members,
          array(select item_id from safe_queue_items where queue_id = safe_queues.id order by place) as items
        from safe_queues where id = ${id}
      `.execute(db)
      return rows[0]
    },

    /** Removes the queue if `author` made it. */
    async remove(id: string, author: Uid): Promise<void> {
      await sql`delete from safe_queues where id = ${id} and author = ${author}`.execute(db)
    },

    /** How many of the latest messages of a chat each of these users wrote. Users without any are missing. */
    async countMessages(chatId: ChatId, uids: readonly Uid[]): Promise<Map<Uid, number>> {
      const { rows } = await sql<{ sender: Uid; count: number }>`
        select sender, count(*)::int as count
        from (select sender from messages where chat_id = ${chatId} order by seq desc limit ${COUNTED_MESSAGES}) as latest
        where sender = any(${[...uids]}::uuid[]) group by sender
      `.execute(db)
      return new Map(rows.map(({ sender, count }) => [sender, count]))
    },
  }
}
