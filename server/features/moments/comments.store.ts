import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MomentTables, PageEnd, StoredComment } from './moments.types.ts'

const columns = ['id', 'moment_id as momentId', 'author_uid as author', 'text', 'posted_at as postedAt'] as const

export function createCommentStore(plain: Db) {
  const db = plain.withTables<MomentTables>()

  return {
    /** Comments of a moment, the oldest first, without those of `hidden` people. */
    async page(momentId: string, hidden: ReadonlySet<Uid>, after: PageEnd | null, limit: number): Promise<StoredComment[]> {
      return db
        .selectFrom('moment_comments')
        .select(columns)
        .where('moment_id', '=', momentId)
        .where('taken_down_at', 'is', null)
        .where('author_uid', '<>', sql<Uid>`all(${[...hidden]}::uuid[])`)
        .$if(after !== null, (it) => it.where(sql<boolean>`(posted_at, id) > (${after?.postedAt}::timestamptz, ${after?.id}::uuid)`))
        .orderBy('posted_at')
        .orderBy('id')
        .limit(limit)
        .execute()
    },

    /** A comment that is not taken down. */
    async find(id: string): Promise<StoredComment | undefined> {
      return db.selectFrom('moment_comments').select(columns).where('id', '=', id).where('taken_down_at', 'is', null).executeTakeFirst()
    },

    /** Stores a comment; returns false if the id exists, or the moment was just deleted. */
    async insert({ id, momentId, author, text, postedAt }: StoredComment): Promise<boolean> {
      const { rows } = await sql`
        insert into moment_comments (id, moment_id, author_uid, text, posted_at)
        select ${id}::uuid, m.id, ${author}::uuid, ${text}::text, ${postedAt}::timestamptz from moments m where m.id = ${momentId}
        on conflict do nothing returning id`.execute(db)
      return rows.length > 0
    },

    /** Deletes a comment; returns false if there is none. */
    async remove(id: string): Promise<boolean> {
      return (await db.deleteFrom('moment_comments').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
    },

    /** Hides a comment from everyone. Returns undefined if it does not exist or was taken down before. */
    async takeDown(id: string, now: Date): Promise<{ momentId: string; author: Uid } | undefined> {
      return db
        .updateTable('moment_comments')
        .set({ taken_down_at: now })
        .where('id', '=', id)
        .where('taken_down_at', 'is', null)
        .returning(['moment_id as momentId', 'author_uid as author'])
        .executeTakeFirst()
    },
  }
}
