import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChatId } from '../chat.types.ts'

export type StoredLink = { id: string; chatId: ChatId; code: string; createdBy: Uid | null; expiresAt: Date; usesLeft: number }

const columns = sql`id, chat_id as "chatId", code, created_by as "createdBy", expires_at as "expiresAt", uses_left as "usesLeft"`

export type GroupLinkStore = ReturnType<typeof createGroupLinkStore>

/** Uses up one of the link's uses, in the caller's transaction. Returns false if none are left. */
export async function consumeUse(tx: Db, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update group_links set uses_left = uses_left - 1 where id = ${id} and uses_left > 0 and expires_at > ${now}
  `.execute(tx)
  return Boolean(numAffectedRows)
}

/** Invitations by link. Expired and used ones count as unknown. */
export function createGroupLinkStore(db: Db) {
  return {
    async add({ id, chatId, code, createdBy, expiresAt, usesLeft }: StoredLink, now: Date): Promise<void> {
      await sql`
        insert into group_links (id, chat_id, code, created_by, created_at, expires_at, uses_left)
        values (${id}, ${chatId}, ${code}, ${createdBy}, ${now}, ${expiresAt}, ${usesLeft})
      `.execute(db)
    },

    async listByGroup(chatId: ChatId, now: Date): Promise<StoredLink[]> {
      const { rows } = await sql<StoredLink>`
        select ${columns} from group_links where chat_id = ${chatId} and expires_at > ${now} and uses_left > 0 order by created_at, id
      `.execute(db)
      return rows
    },

    /** Also a used one, for a user who took a use with a request and withdrew it. `viewer` is null before the sign-in. */
    async byCode(code: string, viewer: Uid | null, now: Date): Promise<StoredLink | undefined> {
      const { rows } = await sql<StoredLink>`
        select ${columns} from group_links where code = ${code} and expires_at > ${now} and (
          uses_left > 0 or exists (
            select 1 from group_requests as request
            where request.chat_id = group_links.chat_id and request.uid = ${viewer} and request.code = group_links.code
          )
        )
      `.execute(db)
      return rows[0]
    },

    async remove(chatId: ChatId, id: string): Promise<void> {
      await sql`delete from group_links where chat_id = ${chatId} and id = ${id}`.execute(db)
    },

    async deleteExpired(now: Date): Promise<void> {
      await sql`delete from group_links where expires_at < ${now}`.execute(db)
    },
  }
}
