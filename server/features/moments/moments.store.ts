import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { LinkRecord } from '#contract/links.ts'
import type { Audience } from '#contract/people.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MetMoment, MomentTables, Place, StoredMoment } from './moments.types.ts'

const columns = sql`m.id, m.author_uid as author, m.text, m.link, m.audience, m.posted_at as "postedAt", m.edited_at as "editedAt"`

/** Who looks, whom they may not meet, and besides those whom they have muted: counts leave out whom the lists leave out. */
export type Looker = { viewer: Uid; hidden: ReadonlySet<Uid>; silent: ReadonlySet<Uid> }

const asMetBy = ({ viewer, hidden, silent }: Looker) => sql`${columns},
  (select count(*) from moment_likes l where l.moment_id = m.id and l.uid <> all(${[...hidden]}::uuid[])) as likes,
  exists (select 1 from moment_likes l where l.moment_id = m.id and l.uid = ${viewer}) as liked,
  (select count(*) from moment_comments c
    where c.moment_id = m.id and c.taken_down_at is null and c.author_uid <> all(${[...silent]}::uuid[])) as comments,
  exists (select 1 from moment_hides h where h.uid = ${viewer}::uuid and h.moment_id = m.id) as hidden`

/** The questions moments ask the database. */
export function createMomentStore(plain: Db) {
  const db = plain.withTables<MomentTables>()

  return {
    /**
     * Moments of these authors newest first: all of the viewer's own, of the others those for `audiences`; none that the
     * viewer has hidden.
     *
     * No more authors than moments can be on a page, and they are those who posted last. So the newest one of each author
     * is looked up in the index first, and only of the latest authors as many as may be shown: long histories and many
     * buddies cost little. What the viewer has hidden is read once and hashed, instead of being looked up for each of them.
     */
    async page(
      looker: Looker,
      authors: readonly Uid[],
      audiences: readonly Audience[],
      behind: Place | null,
      limit: number,
    ): Promise<MetMoment[]> {
      const { viewer } = looker
      const further = behind ? sql`and (posted_at, id) < (${behind.postedAt}::timestamptz, ${behind.id}::uuid)` : sql``
      const newestOf = (author: string, most: number) => sql`(
        select posted_at, id from moments
        where author_uid = ${sql.ref(author)} and taken_down_at is null ${further}
          and (author_uid = ${viewer}::uuid or audience = any(${[...audiences]}::text[]))
          and id not in (select h.moment_id from moment_hides h where h.uid = ${viewer}::uuid)
        order by posted_at desc, id desc limit ${most})`
      const { rows } = await sql<MetMoment>`
        with latest as (
          select a.uid from unnest(${[...authors]}::uuid[]) as a (uid) cross join lateral ${newestOf('a.uid', 1)} newest
          order by newest.posted_at desc, newest.id desc limit ${limit}
        ), shown as (
          select newest.id from latest cross join lateral ${newestOf('latest.uid', limit)} newest
          order by newest.posted_at desc, newest.id desc limit ${limit}
        )
        select ${asMetBy(looker)} from shown join moments m on m.id = shown.id order by m.posted_at desc, m.id desc`.execute(db)
      return rows
    },

    /** A moment that nobody has taken down, also one that the viewer has hidden. */
    async find(looker: Looker, id: string): Promise<MetMoment | undefined> {
      const { rows } = await sql<MetMoment>`
        select ${asMetBy(looker)} from moments m where m.id = ${id} and m.taken_down_at is null`.execute(db)
      return rows[0]
    },

    /** A moment for everyone that nobody has taken down, whoever asks. */
    async open(id: string): Promise<Pick<StoredMoment, 'id' | 'author' | 'text' | 'link'> | undefined> {
      return db
        .selectFrom('moments')
        .select(['id', 'author_uid as author', 'text', 'link'])
        .where('id', '=', id)
        .where('audience', '=', 'everyone')
        .where('taken_down_at', 'is', null)
        .executeTakeFirst()
    },

    /** Whose a moment is and for whom, whoever asks; undefined when there is none, or it was taken down. */
    async posted(id: string): Promise<Pick<StoredMoment, 'id' | 'author' | 'audience'> | undefined> {
      return db
        .selectFrom('moments')
        .select(['id', 'author_uid as author', 'audience'])
        .where('id', '=', id)
        .where('taken_down_at', 'is', null)
        .executeTakeFirst()
    },

    /** Those of these that are there, taken down or not. */
    async existing(ids: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('moments')
        .select('id')
        .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .execute()
      return rows.map((row) => row.id)
    },

    /** Stores a moment; false when there is one with that id. */
    async insert(moment: StoredMoment): Promise<boolean> {
      const row = await db
        .insertInto('moments')
        .values({
          id: moment.id,
          author_uid: moment.author,
          text: moment.text,
          link: asJson(moment.link),
          audience: moment.audience,
          posted_at: moment.postedAt,
        })
        .onConflict((it) => it.doNothing())
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Changes a moment of that author. False when there is none. */
    async edit(author: Uid, id: string, change: { text?: string; link?: LinkRecord | null; audience?: Audience; editedAt?: Date }) {
      const changed = await db
        .updateTable('moments')
        .set({
          ...(change.text === undefined ? {} : { text: change.text }),
          ...(change.link === undefined ? {} : { link: asJson(change.link) }),
          ...(change.audience === undefined ? {} : { audience: change.audience }),
          ...(change.editedAt === undefined ? {} : { edited_at: change.editedAt }),
        })
        .where('id', '=', id)
        .where('author_uid', '=', author)
        .where('taken_down_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return changed !== undefined
    },

    /** Deletes a moment of that author and gives who it was for; undefined when there is none. */
    async remove(author: Uid, id: string): Promise<{ audience: Audience } | undefined> {
      return db.deleteFrom('moments').where('id', '=', id).where('author_uid', '=', author).returning('audience').executeTakeFirst()
    },

    /** Nobody is shown it any more. Gives whose it was and for whom; undefined when there is none, or it was taken down before. */
    async takeDown(id: string, now: Date): Promise<{ author: Uid; audience: Audience } | undefined> {
      return db
        .updateTable('moments')
        .set({ taken_down_at: now })
        .where('id', '=', id)
        .where('taken_down_at', 'is', null)
        .returning(['author_uid as author', 'audience'])
        .executeTakeFirst()
    },

    /** False when the person liked it before, or it was deleted just now. */
    async like(uid: Uid, id: string, now: Date): Promise<boolean> {
      // Selecting from the moment makes a like of one that was deleted just now a like of nothing instead of a fault.
      const { rows } = await sql`
        insert into moment_likes (moment_id, uid, liked_at) select m.id, ${uid}::uuid, ${now}::timestamptz from moments m where m.id = ${id}
        on conflict do nothing returning moment_id`.execute(db)
      return rows.length > 0
    },

    /** False when there was no like. */
    async unlike(uid: Uid, id: string): Promise<boolean> {
      const row = await db.deleteFrom('moment_likes').where('moment_id', '=', id).where('uid', '=', uid).returning('uid').executeTakeFirst()
      return row !== undefined
    },

    /** How many like it, whoever asks, and who of these people does. */
    async likesAmong(id: string, people: readonly Uid[]): Promise<{ count: number; among: ReadonlySet<Uid> }> {
      const { rows } = await sql<{ count: number; among: Uid[] | null }>`
        select count(*) as count, array_agg(uid) filter (where uid = any(${[...people]}::uuid[])) as among
        from moment_likes where moment_id = ${id}`.execute(db)
      return { count: rows[0]?.count ?? 0, among: new Set(rows[0]?.among) }
    },

    /** Who likes it, the latest first. */
    async likes(id: string, hidden: ReadonlySet<Uid>, behind: Place | null, limit: number): Promise<{ uid: Uid; likedAt: Date }[]> {
      const rows = await db
        .selectFrom('moment_likes')
        .select(['uid', 'liked_at as likedAt'])
        .where('moment_id', '=', id)
        .where('uid', '<>', sql<Uid>`all(${[...hidden]}::uuid[])`)
        .$if(behind !== null, (it) => it.where(sql<boolean>`(liked_at, uid) < (${behind?.postedAt}::timestamptz, ${behind?.id}::uuid)`))
        .orderBy('liked_at', 'desc')
        .orderBy('uid', 'desc')
        .limit(limit)
        .execute()
      return rows
    },

    async hide(uid: Uid, id: string, now: Date): Promise<void> {
      await sql`
        insert into moment_hides (uid, moment_id, hidden_at) select ${uid}::uuid, m.id, ${now}::timestamptz from moments m where m.id = ${id}
        on conflict do nothing`.execute(db)
    },

    async unhide(uid: Uid, id: string): Promise<void> {
      await db.deleteFrom('moment_hides').where('uid', '=', uid).where('moment_id', '=', id).execute()
    },
  }
}

export type MomentStore = ReturnType<typeof createMomentStore>

const asJson = (link: LinkRecord | null) => link && sql<LinkRecord>`${JSON.stringify(link)}::jsonb`
