import { type RawBuilder, sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import type { Audience } from '#contract/people.ts'
import type { Db } from '#server/platform/db/database.ts'
import { hasMutedWord, linksToMuted, type MutedContent } from '#server/features/media/mutes/content-mutes.ts'
import type { ViewedMoment, MomentTables, SharedLink, StoredMoment } from './moments.types.ts'
import type { TimeCursor } from '#server/platform/page-cursor.ts'

const columns = sql`m.id, m.author_uid as author, m.text, m.link, m.audience, m.posted_at as "postedAt", m.edited_at as "editedAt", m.quote_of as "quoteOf"`

/** The viewer, people hidden by a block, additionally muted people, and muted content. Counts leave out the same as lists. */
export type ViewerFilter = { viewer: Uid; hidden: ReadonlySet<Uid>; hiddenOrMuted: ReadonlySet<Uid>; content: MutedContent | null }

const columnsFor = ({ viewer, hidden, hiddenOrMuted, content }: ViewerFilter) => sql`${columns},
  (select count(*) from moment_likes l where l.moment_id = m.id and l.uid <> all(${[...hidden]}::uuid[])) as likes,
  exists (select 1 from moment_likes l where l.moment_id = m.id and l.uid = ${viewer}) as liked,
  (select count(*) from moment_comments c
    where c.moment_id = m.id and c.taken_down_at is null and c.author_uid <> all(${[...hiddenOrMuted]}::uuid[])
      and (c.author_uid = ${viewer}::uuid or not ${hasMutedWord(content, sql`c.text`)})) as comments,
  exists (select 1 from moment_hides h where h.uid = ${viewer}::uuid and h.moment_id = m.id) as hidden,
  exists (select 1 from moment_bookmarks b where b.uid = ${viewer}::uuid and b.moment_id = m.id) as bookmarked`

/** Whether a moment, or the one that it quotes, shows nothing that the viewer has muted. */
const isUnmuted = ({ viewer, content }: ViewerFilter, table: string) => {
  if (!content) return sql`true`
  const showsMuted = (name: string) =>
    sql`(${hasMutedWord(content, sql.ref(`${name}.text`))} or ${linksToMuted(content, sql.ref(`${name}.link`))})`
  return sql`(${sql.ref(`${table}.author_uid`)} = ${viewer}::uuid or not (${showsMuted(table)} or exists (
    select 1 from moments quoted where quoted.id = ${sql.ref(`${table}.quote_of`)} and quoted.author_uid <> ${viewer}::uuid and ${showsMuted('quoted')})))`
}

export function createMomentStore(plain: Db) {
  return { ...feedQueries(plain), ...bookmarkQueries(plain), ...visibilityQueries(plain), ...momentCommands(plain), ...likeCommands(plain) }
}

/** How many of the newest moments a page looks through for its authors. */
const RECENT = 1_000

/** Pages of moments and single moments as a viewer sees them. */
function feedQueries(plain: Db) {
  const db = plain.withTables<MomentTables>()

  return {
    /**
     * Moments of these authors newest first: all of the viewer's own, of others those for `audiences`, without hidden ones.
     * 'buddies' are the viewer and their buddies that aren't muted.
     *
     * Where the authors post often, the page is among the newest moments of all. Otherwise its n moments have at most n authors, namely
     * those who posted last: the query reads the newest moment of each author, and then n moments of only the latest n authors. So long
     * histories and many buddies cost little. Hidden moments are read once and hashed.
     */
    async page(
      filter: ViewerFilter,
      authors: readonly Uid[] | 'buddies',
      audiences: readonly Audience[],
      after: TimeCursor | null,
      limit: number,
    ): Promise<ViewedMoment[]> {
      const { viewer, hiddenOrMuted, content } = filter
      // Buddies are joined here: passing hundreds of ids through this process took most of its time for a page.
      const listed =
        authors === 'buddies'
          ? sql`select ${viewer}::uuid union all select buddy_uid from buddies where uid = ${viewer} and buddy_uid <> all(${[...hiddenOrMuted]}::uuid[])`
          : sql`select unnest(${[...authors]}::uuid[])`
      const shownAfter = sql`taken_down_at is null ${after ? sql`and (posted_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}`
      const isShown = sql`(author_uid = ${viewer}::uuid or audience = any(${[...audiences]}::text[]))
        and id not in (select h.moment_id from moment_hides h where h.uid = ${viewer}::uuid) and ${isUnmuted(filter, 'moments')}`
      const newest = (max: number) => sql`order by posted_at desc, id desc limit ${sql.lit(max)}`
      const newestOf = (author: RawBuilder<unknown>, max: number) =>
        sql`(select posted_at, id from moments where author_uid = ${author} and ${shownAfter} and ${isShown} ${newest(max)})`
      const latest = sql`select a.uid from (${listed}) as a (uid) cross join lateral ${newestOf(sql`a.uid`, 1)} moment ${newest(limit)}`
      const ofLatest = sql`
        select moment.id from (${latest}) as latest cross join lateral ${newestOf(sql`latest.uid`, limit)} moment ${newest(limit)}`
      const oneAuthor = authors !== 'buddies' && authors.length === 1 ? authors[0] : undefined
      // With `is true`, PostgreSQL hashes the authors and stops at the end of the page. Without, it joins all rows.
      const fromRecent = sql`
        recent as (
          select id from (select * from moments where ${shownAfter} ${newest(RECENT)}) as moments
          where (author_uid in (${listed})) is true and ${isShown} ${newest(limit)}
        ), shown as (
          select id from recent where (select count(*) from recent) = ${sql.lit(limit)}
          union all
          select id from (${ofLatest}) as others where (select count(*) from recent) < ${sql.lit(limit)}
        )`
      // Whether content is muted is not in the index.
      const shown = oneAuthor
        ? sql`shown as ${newestOf(sql`${oneAuthor}::uuid`, limit)}`
        : content
          ? sql`shown as (${ofLatest})`
          : fromRecent
      const { rows } = await sql<ViewedMoment>`
        with ${shown} select ${columnsFor(filter)} from shown join moments m on m.id = shown.id order by m.posted_at desc, m.id desc`.execute(
        db,
      )
      return rows
    },

    /** Links in moments of these buddies since a time that the viewer's feed shows; the latest first. */
    async linksOf(filter: ViewerFilter, buddies: readonly Uid[], since: Date, limit: number): Promise<SharedLink[]> {
      const { viewer, hiddenOrMuted } = filter
      const { rows } = await sql<SharedLink>`
        select m.id, m.author_uid as author, m.link, m.posted_at as "postedAt" from moments m
        where m.author_uid = any(${[...buddies]}::uuid[]) and m.posted_at >= ${since}::timestamptz and m.link is not null
          and m.taken_down_at is null and m.audience <> 'only_me' and m.author_uid <> all(${[...hiddenOrMuted]}::uuid[])
          and m.id not in (select h.moment_id from moment_hides h where h.uid = ${viewer}::uuid) and ${isUnmuted(filter, 'm')}
        order by m.posted_at desc, m.id desc limit ${limit}`.execute(db)
      return rows
    },

    /** A moment that is not taken down, even if the viewer has hidden it. */
    async find(filter: ViewerFilter, id: string): Promise<ViewedMoment | undefined> {
      const { rows } = await sql<ViewedMoment>`
        select ${columnsFor(filter)} from moments m where m.id = ${id} and m.taken_down_at is null`.execute(db)
      return rows[0]
    },

    /** Filters `ids` to moments that are not taken down, even if the viewer has hidden them. */
    async findMany(filter: ViewerFilter, ids: readonly string[]): Promise<ViewedMoment[]> {
      if (ids.length === 0) return []
      const { rows } = await sql<ViewedMoment>`
        select ${columnsFor(filter)} from moments m where m.id = any(${[...ids]}::uuid[]) and m.taken_down_at is null`.execute(db)
      return rows
    },

    async findRepost(author: Uid, quoteOf: string): Promise<string | undefined> {
      const { rows } = await sql<{ id: string }>`
        select id from moments m where quote_of = ${quoteOf} and author_uid = ${author} and text = '' and taken_down_at is null
          and not exists (select 1 from uploads where held_by = 'moment' and holder_id = m.id) limit 1`.execute(db)
      return rows[0]?.id
    },

    /** How many moments with a link an author showed to others in this time. */
    async countShared(author: Uid, { since, until }: { since: Date; until: Date }): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from moments where author_uid = ${author} and posted_at >= ${since} and posted_at < ${until}
          and link is not null and audience <> 'only_me' and taken_down_at is null`.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}

function bookmarkQueries(plain: Db) {
  const db = plain.withTables<MomentTables>()

  return {
    async bookmark(uid: Uid, id: string, now: Date): Promise<void> {
      await sql`
        insert into moment_bookmarks (uid, moment_id, saved_at) select ${uid}::uuid, m.id, ${now}::timestamptz from moments m where m.id = ${id}
        on conflict do nothing`.execute(db)
    },

    async removeBookmark(uid: Uid, id: string): Promise<void> {
      await db.deleteFrom('moment_bookmarks').where('uid', '=', uid).where('moment_id', '=', id).execute()
    },

    /** The viewer's bookmarks that they may still see, the latest first. */
    async pageOfBookmarks(filter: ViewerFilter, buddies: readonly Uid[], after: TimeCursor | null, limit: number) {
      const { viewer, hidden } = filter
      const { rows } = await sql<ViewedMoment & { savedAt: Date }>`
        select ${columnsFor(filter)}, saved.saved_at as "savedAt"
        from moment_bookmarks saved join moments m on m.id = saved.moment_id
        where saved.uid = ${viewer} and m.taken_down_at is null
          ${after ? sql`and (saved.saved_at, saved.moment_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
          and (m.author_uid = ${viewer}::uuid or m.audience = 'everyone'
            or (m.audience = 'buddies' and m.author_uid = any(${[...buddies]}::uuid[])))
          and m.author_uid <> all(${[...hidden]}::uuid[])
        order by saved.saved_at desc, saved.moment_id desc limit ${limit}`.execute(db)
      return rows
    },

    /**
     * Moments newest first whose link is one of these: the viewer's own, those that buddies show the viewer, and public ones. Authors hidden
     * by a block and muted ones are left out.
     */
    async pageOfLinks(
      filter: ViewerFilter,
      buddies: readonly Uid[],
      links: readonly { source: string; externalId: string }[],
      after: TimeCursor | null,
      limit: number,
    ): Promise<ViewedMoment[]> {
      const { viewer, hiddenOrMuted } = filter
      const further = after ? sql`and (m.posted_at, m.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
      // The newest of each link come from the index, so the cost depends on the page and the number of links.
      const { rows } = await sql<ViewedMoment>`
        with shown as (
          select distinct newest.id, newest.posted_at
          from unnest(${links.map(({ source }) => source)}::text[], ${links.map(({ externalId }) => externalId)}::text[]) as of (platform, id)
          cross join lateral (
            select m.id, m.posted_at from moments m
            where m.link is not null and m.link ->> 'id' = of.id and m.link ->> 'platform' = of.platform and m.taken_down_at is null ${further}
              and (m.author_uid = ${viewer}::uuid or m.audience = 'everyone'
                or (m.audience = 'buddies' and m.author_uid = any(${[...buddies]}::uuid[])))
              and m.author_uid <> all(${[...hiddenOrMuted]}::uuid[])
              and m.id not in (select h.moment_id from moment_hides h where h.uid = ${viewer}::uuid)
              and ${isUnmuted(filter, 'm')}
            order by m.posted_at desc, m.id desc limit ${limit}
          ) as newest
          order by newest.posted_at desc, newest.id desc limit ${limit}
        )
        select ${columnsFor(filter)} from shown join moments m on m.id = shown.id order by m.posted_at desc, m.id desc`.execute(db)
      return rows
    },
  }
}

/** Reads for the server's own decisions, without a viewer. */
function visibilityQueries(plain: Db) {
  const db = plain.withTables<MomentTables>()

  return {
    /** A moment for everyone that is not taken down. */
    async findPublic(id: string): Promise<Pick<StoredMoment, 'id' | 'author' | 'text' | 'link'> | undefined> {
      return db
        .selectFrom('moments')
        .select(['id', 'author_uid as author', 'text', 'link'])
        .where('id', '=', id)
        .where('audience', '=', 'everyone')
        .where('taken_down_at', 'is', null)
        .executeTakeFirst()
    },

    /** The author and audience of a moment that is not taken down. */
    async findAudience(id: string): Promise<Pick<StoredMoment, 'id' | 'author' | 'audience'> | undefined> {
      return db
        .selectFrom('moments')
        .select(['id', 'author_uid as author', 'audience'])
        .where('id', '=', id)
        .where('taken_down_at', 'is', null)
        .executeTakeFirst()
    },

    /** Filters these moments and comments to those with muted content. */
    async mutedAmong(filter: ViewerFilter, ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (!filter.content || ids.length === 0) return new Set()
      const { rows } = await sql<{ id: string }>`
        select m.id from moments m where m.id = any(${[...ids]}::uuid[]) and not ${isUnmuted(filter, 'm')}
        union all
        select c.id from moment_comments c where c.id = any(${[...ids]}::uuid[])
          and c.author_uid <> ${filter.viewer}::uuid and ${hasMutedWord(filter.content, sql`c.text`)}`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },

    /** Filters `ids` to existing moments, taken down or not. */
    async existing(ids: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('moments')
        .select('id')
        .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .execute()
      return rows.map((row) => row.id)
    },
  }
}

/** Posting, editing and deleting. */
function momentCommands(plain: Db) {
  const db = plain.withTables<MomentTables>()

  return {
    /** Stores a moment; returns false if the id exists. */
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
          quote_of: moment.quoteOf,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Changes a moment of this author; returns false if there is none. */
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

    /** Deletes a moment of this author and returns its audience. */
    async remove(author: Uid, id: string): Promise<{ audience: Audience } | undefined> {
      return db.deleteFrom('moments').where('id', '=', id).where('author_uid', '=', author).returning('audience').executeTakeFirst()
    },

    /** Hides a moment from everyone. Returns undefined if it does not exist or was taken down before. */
    async takeDown(id: string, now: Date): Promise<{ author: Uid; audience: Audience } | undefined> {
      return db
        .updateTable('moments')
        .set({ taken_down_at: now })
        .where('id', '=', id)
        .where('taken_down_at', 'is', null)
        .returning(['author_uid as author', 'audience'])
        .executeTakeFirst()
    },

    async restore(id: string): Promise<void> {
      await db.updateTable('moments').set({ taken_down_at: null }).where('id', '=', id).execute()
    },
  }
}

/** Likes and hidden moments. */
function likeCommands(plain: Db) {
  const db = plain.withTables<MomentTables>()

  return {
    /** Returns false if the user liked it before, or it was just deleted. */
    async like(uid: Uid, id: string, now: Date): Promise<boolean> {
      // The select avoids a foreign key error if the moment was just deleted.
      const { rows } = await sql`
        insert into moment_likes (moment_id, uid, liked_at) select m.id, ${uid}::uuid, ${now}::timestamptz from moments m where m.id = ${id}
        on conflict do nothing returning moment_id`.execute(db)
      return rows.length > 0
    },

    /** Returns false if there was no like. */
    async unlike(uid: Uid, id: string): Promise<boolean> {
      const row = await db.deleteFrom('moment_likes').where('moment_id', '=', id).where('uid', '=', uid).returning('uid').executeTakeFirst()
      return row !== undefined
    },

    /** The number of all likes, and which of these people like it. */
    async likesAmong(id: string, people: readonly Uid[]): Promise<{ count: number; among: ReadonlySet<Uid> }> {
      const { rows } = await sql<{ count: number; among: Uid[] | null }>`
        select count(*) as count, array_agg(uid) filter (where uid = any(${[...people]}::uuid[])) as among
        from moment_likes where moment_id = ${id}`.execute(db)
      return { count: rows[0]?.count ?? 0, among: new Set(rows[0]?.among) }
    },

    /** The users who like it, the latest first. */
    async likes(id: string, hidden: ReadonlySet<Uid>, after: TimeCursor | null, limit: number): Promise<{ uid: Uid; likedAt: Date }[]> {
      const rows = await db
        .selectFrom('moment_likes')
        .select(['uid', 'liked_at as likedAt'])
        .where('moment_id', '=', id)
        .where('uid', '<>', sql<Uid>`all(${[...hidden]}::uuid[])`)
        .$if(after !== null, (qb) => qb.where(sql<boolean>`(liked_at, uid) < (${after?.at}::timestamptz, ${after?.id}::uuid)`))
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
