import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { hasMutedWord } from '#server/features/media/mutes/content-mutes.ts'
import type { ViewerFilter } from './moments.store.ts'
import type { MomentTables, StoredComment, ViewedComment } from './moments.types.ts'
import type { TimeCursor } from '#server/platform/page-cursor.ts'

const columns = ['id', 'moment_id as momentId', 'author_uid as author', 'text', 'posted_at as postedAt', 'reply_to as replyTo'] as const

/** Likes of hidden people are not counted. */
export type CommentFilter = ViewerFilter

export function createCommentStore(plain: Db) {
  const db = plain.withTables<MomentTables>()

  return {
    /** Comments of a moment, the oldest first, without those of hidden and muted people, and without muted words of others. */
    async page(momentId: string, filter: CommentFilter, after: TimeCursor | null, limit: number): Promise<ViewedComment[]> {
      return db
        .selectFrom('moment_comments')
        .select(columns)
        .select(likesFor(filter))
        .where('moment_id', '=', momentId)
        .where('taken_down_at', 'is', null)
        .where('author_uid', '<>', sql<Uid>`all(${[...filter.hiddenOrMuted]}::uuid[])`)
        .where(sql<boolean>`(author_uid = ${filter.viewer}::uuid or not ${hasMutedWord(filter.content, sql`moment_comments.text`)})`)
        .$if(after !== null, (qb) => qb.where(sql<boolean>`(posted_at, id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`))
        .orderBy('posted_at')
        .orderBy('id')
        .limit(limit)
        .execute()
    },

    /** A comment that is not taken down. */
    async find(id: string): Promise<StoredComment | undefined> {
      return db.selectFrom('moment_comments').select(columns).where('id', '=', id).where('taken_down_at', 'is', null).executeTakeFirst()
    },

    async findViewed(filter: CommentFilter, id: string): Promise<ViewedComment | undefined> {
      return db
        .selectFrom('moment_comments')
        .select(columns)
        .select(likesFor(filter))
        .where('id', '=', id)
        .where('taken_down_at', 'is', null)
        .executeTakeFirst()
    },

    /** The authors of these comments, without comments that are taken down. */
    async authorsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Uid>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('moment_comments')
        .select(['id', 'author_uid'])
        .where('id', 'in', [...ids])
        .where('taken_down_at', 'is', null)
        .execute()
      return new Map(rows.map((row) => [row.id, row.author_uid]))
    },

    /** Returns false if the user liked it before, or it was just deleted. */
    async like(uid: Uid, id: string, now: Date): Promise<boolean> {
      const { rows } = await sql`
        insert into moment_comment_likes (comment_id, uid, liked_at)
        select c.id, ${uid}::uuid, ${now}::timestamptz from moment_comments c where c.id = ${id}
        on conflict do nothing returning comment_id`.execute(db)
      return rows.length > 0
    },

    /** Returns false if there was no like. */
    async unlike(uid: Uid, id: string): Promise<boolean> {
      const row = await db
        .deleteFrom('moment_comment_likes')
        .where('comment_id', '=', id)
        .where('uid', '=', uid)
        .returning('uid')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Stores a comment; returns false if the id exists, or the moment was just deleted. */
    async insert({ id, momentId, author, text, postedAt, replyTo }: StoredComment): Promise<boolean> {
      const { rows } = await sql`
        insert into moment_comments (id, moment_id, author_uid, text, posted_at, reply_to)
        select ${id}::uuid, m.id, ${author}::uuid, ${text}::text, ${postedAt}::timestamptz, ${replyTo}::uuid from moments m where m.id = ${momentId}
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

    /** Shows a comment again that was taken down. Returns undefined if there is none. */
    async restore(id: string): Promise<{ momentId: string; author: Uid } | undefined> {
      return db
        .updateTable('moment_comments')
        .set({ taken_down_at: null })
        .where('id', '=', id)
        .where('taken_down_at', 'is not', null)
        .returning(['moment_id as momentId', 'author_uid as author'])
        .executeTakeFirst()
    },
  }
}

const likesFor = ({ viewer, hidden }: CommentFilter) => [
  sql<number>`(select count(*)::int from moment_comment_likes l
    where l.comment_id = moment_comments.id and l.uid <> all(${[...hidden]}::uuid[]))`.as('likes'),
  sql<boolean>`exists (select 1 from moment_comment_likes l where l.comment_id = moment_comments.id and l.uid = ${viewer})`.as('liked'),
]
