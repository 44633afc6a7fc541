import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { escapeLike } from '#server/platform/db/like-pattern.ts'
import { profileColumns, type PeopleFilter, type ProfileRow, type ProfileTables } from './profiles.store.ts'

/** The typed text, normalized, whole and in words, and the user who had it as their username until a change. */
export type ParsedQuery = { text: string; words: readonly string[]; formerOwner: Uid | null }

type Page = { filters: readonly PeopleFilter[]; after: Uid | null; limit: number }
/** People who fit, ordered by `rank`. Those who are `exact` are never left out. */
type Match = { fits: RawBuilder<SqlBool>; exact: RawBuilder<SqlBool>; rank: RawBuilder<number> }

/** Of people with a common name only so many are sorted, about those who joined first: sorting all of them takes too long. */
const MAX_SORTED = 2_000

/**
 * Queries of people search. A page starts after a user, at that user's current position. Cursors are not signed: one with a user who does
 * not pass the filters returns an empty page, as for an unknown user.
 */
export function createProfileSearchStore(plain: Db) {
  const db = plain.withTables<ProfileTables>()

  /** A page of matching people, sorted by `rank`, then by the length of the name. */
  async function page({ fits, exact, rank }: Match, { filters, after, limit }: Page): Promise<ProfileRow[]> {
    const place = sql`(${rank}, length(search_text), search_text, uid)`
    const passes = sql.join([sql`true`, ...filters.map((filter) => filter(sql.ref<Uid>('profiles.uid')))], sql` and `)
    const selectPeople = (who: RawBuilder<SqlBool>) =>
      db
        .selectFrom('profiles')
        .selectAll()
        .where(who)
        .where(sql<SqlBool>`${passes}`)
    const others = selectPeople(sql<SqlBool>`(${fits} and ${exact} is not true)`).limit(MAX_SORTED)
    return db
      .selectFrom(selectPeople(exact).unionAll(others).as('profiles'))
      .select(profileColumns)
      .$if(after !== null, (query) =>
        query.where(
          sql<SqlBool>`${place} > (select ${rank}, length(search_text), search_text, uid from profiles as profiles where uid = ${after} and ${passes})`,
        ),
      )
      .orderBy(rank)
      .orderBy(sql`length(search_text)`)
      .orderBy('search_text')
      .orderBy('uid')
      .limit(limit)
      .execute()
  }

  return {
    /**
     * People whose username or name contains the typed text, best first: an equal username (also a former one), usernames that begin with
     * it, names whose words begin with its words, names that contain it.
     */
    findExact(typed: ParsedQuery, more: Page): Promise<ProfileRow[]> {
      const exact = sql<SqlBool>`(user_name = ${typed.text}::citext or uid = ${typed.formerOwner}::uuid)`
      const rank = sql<number>`(case when ${exact} then 0 when user_name::text like ${`${escapeLike(typed.text)}%`} then 1
        when ${beginsWith(typed.words.map((word) => [word]))} then 2 else 3 end)`
      return page({ fits: matchesExactly(typed), exact, rank }, more)
    },

    /** People with a word that begins with a word of each list, except those that `findExact` finds. */
    findSimilar(typed: ParsedQuery, meant: readonly (readonly string[])[], more: Page): Promise<ProfileRow[]> {
      const best = beginsWith(meant.map((words) => words.slice(0, 1)))
      const fits = sql<SqlBool>`(${beginsWith(meant)} and not ${matchesExactly(typed)})`
      return page({ fits, exact: sql<SqlBool>`false`, rank: sql<number>`(case when ${best} then 0 else 1 end)` }, more)
    },

    /** Search texts of people in the order of their uids: the next `limit` after `after`. */
    async listTexts(after: Uid | null, limit: number): Promise<{ uid: Uid; text: string }[]> {
      return db
        .selectFrom('profiles')
        .select(['uid', 'search_text as text'])
        .$if(after !== null, (query) => query.where('uid', '>', after ?? ''))
        .orderBy('uid')
        .limit(limit)
        .execute()
    },

    /** Replaces search texts that have not changed since they were read. */
    async replaceTexts(changes: readonly { uid: Uid; from: string; to: string }[]): Promise<void> {
      const column = (name: 'uid' | 'from' | 'to') => changes.map((change) => change[name])
      await sql`update profiles set search_text = change.new_text
        from unnest(${column('uid')}::uuid[], ${column('from')}::text[], ${column('to')}::text[]) as change (uid, old_text, new_text)
        where profiles.uid = change.uid and search_text = old_text`.execute(db)
    },
  }
}

/** Whether, for each list, a word of the name begins with one of the list's words. */
const beginsWith = (lists: readonly (readonly string[])[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    lists.map(
      (words) =>
        sql`(${sql.join(
          words.map((word) => sql`search_text like ${`% ${escapeLike(word)}%`}`),
          sql` or `,
        )})`,
    ),
    sql` and `,
  )})`

function matchesExactly({ text, words, formerOwner }: ParsedQuery): RawBuilder<SqlBool> {
  // With fewer than three letters the index can't search inside words, and "an" inside a word is too common.
  const anywhere = text.length > 2 ? sql<SqlBool>`search_text like ${`%${escapeLike(text)}%`}` : sql<SqlBool>`false`
  // Added only if there is a former owner, so that the index can be used for the other conditions.
  const former = formerOwner ? sql<SqlBool>`uid = ${formerOwner}` : sql<SqlBool>`false`
  return sql<SqlBool>`(${beginsWith(words.map((word) => [word]))} or ${anywhere} or ${former})`
}
