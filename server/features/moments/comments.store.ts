import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MomentTables, Place, StoredComment } from './moments.types.ts'

const columns = ['id', 'moment_id as momentId', 'author_uid as author', 'text', 'posted_at as postedAt'] as const

/** The questions comments ask the database. */
export function createCommentStore(plain: Db) {
  const db = plain.withTables<MomentTables>()

  return {
    /** Comments of a moment, the oldest first, without those of `hidden` people. */
    async page(momentId: string, hidden: ReadonlySet<Uid>, behind: Place | null, limit: number): Promise<StoredComment[]> {
      return db
        .selectFrom('moment_comments')
        .select(columns)
        .where('moment_id', '=', momentId)
        .where('taken_down_at', 'is', null)
        .where('author_uid', '<>', sql<Uid>`all(${[...hidden]}::uuid[])`)
        .$if(behind !== null, (it) => it.where(sql<boolean>`(posted_at, id) > (${behind?.postedAt}::timestamptz, ${behind?.id}::uuid)`))
        .orderBy('posted_at')
        .orderBy('id')
        .limit(limit)
        .execute()
    },

    /** A comment that nobody has taken down. */
    async find(id: string): Promise<StoredComment | undefined> {
      return db.selectFrom('moment_comments').select(columns).where('id', '=', id).where('taken_down_at', 'is', null).executeTakeFirst()
    },

    /** Stores a comment; false when there is one with that id, or the moment was deleted just now. */
    async insert({ id, momentId, author, text, postedAt }: StoredComment): Promise<boolean> {
      const { rows } = await sql`
        insert into moment_comments (id, moment_id, author_uid, text, posted_at)
        select ${id}::uuid, m.id, ${author}::uuid, ${text}::text, ${postedAt}::timestamptz from moments m where m.id = ${momentId}
        on conflict do nothing returning id`.execute(db)
      return rows.length > 0
    },

    /** Deletes a comment; false when it was gone. */
    async remove(id: string): Promise<boolean> {
      return (await db.deleteFrom('moment_comments').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
    },

    /** Nobody is shown it any more. Gives whose it was and about what; undefined when there is none, or it was taken down before. */
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
