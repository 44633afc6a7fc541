import { sql } from 'kysely'
import type { Uid } from '#contract/ids.ts'
import type { LinkRecord } from '#contract/links.ts'
import type { Audience } from '#contract/people.ts'
import type { Db } from '../../platform/db/database.ts'

/** A moment as stored. */
export type StoredMoment = { id: string; author: Uid; text: string; link: LinkRecord | null; audience: Audience; postedAt: Date }
/** A moment with its likes, as one viewer meets it. */
export type MetMoment = StoredMoment & { likes: number; liked: boolean }
/** The last moment of a page; the next one begins behind it. */
export type Place = { postedAt: Date; id: string }

type MomentTables = {
  moments: { id: string; author_uid: Uid; text: string; link: LinkRecord | null; audience: Audience; posted_at: Date }
  moment_likes: { moment_id: string; uid: Uid; liked_at: Date }
}

const columns = sql`m.id, m.author_uid as author, m.text, m.link, m.audience, m.posted_at as "postedAt"`
const likesFor = (viewer: Uid) => sql`(select count(*) from moment_likes l where l.moment_id = m.id) as likes,
  exists (select 1 from moment_likes l where l.moment_id = m.id and l.uid = ${viewer}) as liked`

/** The questions moments ask the database. */
export function createMomentStore(plain: Db) {
  const db = plain.withTables<MomentTables>()

  return {
    /**
     * Moments of these authors newest first: all of the viewer's own, of the others those for `audiences`.
     * Takes the newest few of each author and then the newest of all, so that long histories cost nothing.
     */
    async page(
      viewer: Uid,
      authors: readonly Uid[],
      audiences: readonly Audience[],
      behind: Place | null,
      limit: number,
    ): Promise<MetMoment[]> {
      const further = behind ? sql`and (posted_at, id) < (${behind.postedAt}::timestamptz, ${behind.id}::uuid)` : sql``
      const { rows } = await sql<MetMoment>`
        select ${columns}, ${likesFor(viewer)}
        from (
          select newest.* from unnest(${[...authors]}::uuid[]) as a (uid) cross join lateral (
            select * from moments
            where author_uid = a.uid and (author_uid = ${viewer} or audience = any(${[...audiences]}::text[])) ${further}
            order by posted_at desc, id desc limit ${limit}
          ) newest
          order by newest.posted_at desc, newest.id desc limit ${limit}
        ) m
        order by m.posted_at desc, m.id desc`.execute(db)
      return rows
    },

    async find(viewer: Uid, id: string): Promise<MetMoment | undefined> {
      const { rows } = await sql<MetMoment>`select ${columns}, ${likesFor(viewer)} from moments m where m.id = ${id}`.execute(db)
      return rows[0]
    },

    async insert(moment: StoredMoment): Promise<void> {
      await db
        .insertInto('moments')
        .values({
          id: moment.id,
          author_uid: moment.author,
          text: moment.text,
          link: moment.link && sql<LinkRecord>`${JSON.stringify(moment.link)}::jsonb`,
          audience: moment.audience,
          posted_at: moment.postedAt,
        })
        .execute()
    },

    /** Deletes a moment of that author. False when there is none. */
    async remove(author: Uid, id: string): Promise<boolean> {
      const gone = await db.deleteFrom('moments').where('id', '=', id).where('author_uid', '=', author).returning('id').executeTakeFirst()
      return gone !== undefined
    },

    async like(uid: Uid, id: string, now: Date): Promise<void> {
      // Selecting from the moment makes a like of one that was deleted just now a like of nothing instead of a fault.
      await sql`insert into moment_likes (moment_id, uid, liked_at) select m.id, ${uid}::uuid, ${now}::timestamptz from moments m where m.id = ${id}
        on conflict do nothing`.execute(db)
    },

    async unlike(uid: Uid, id: string): Promise<void> {
      await db.deleteFrom('moment_likes').where('moment_id', '=', id).where('uid', '=', uid).execute()
    },
  }
}
