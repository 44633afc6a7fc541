import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Uid } from '#contract/ids.ts'
import type { Db } from '../../platform/db/database.ts'
import { literal, searchTextOf } from './profiles.search-text.ts'

/** A profile as stored. */
export type ProfileRow = {
  uid: Uid
  userName: string
  name: string
  avatarId: string | null
  bio: string
  place: string | null
  languages: string[]
  joinedAt: Date
}

/** A condition on a person, written by a feature above: search joins it without knowing that feature's tables. */
export type PeopleFilter = (uid: RawBuilder<Uid>) => RawBuilder<SqlBool>

type ProfileTables = {
  profiles: {
    uid: Uid
    user_name: string
    name: string
    bio: string
    place: string | null
    languages: string[]
    birth_year: number
    avatar_id: string | null
    search_text: string
    joined_at: Date
  }
}

const columns = [
  'uid',
  'user_name as userName',
  'name',
  'avatar_id as avatarId',
  'bio',
  'place',
  'languages',
  'joined_at as joinedAt',
] as const

/** The questions profiles ask the database. */
export function createProfileStore(plain: Db) {
  const db = plain.withTables<ProfileTables>()

  return {
    /** Adds a profile, unless this person has one or the user name is gone: whoever asks looks which. */
    async insert(row: Omit<ProfileRow, 'bio' | 'place'> & { birthYear: number }): Promise<void> {
      await db
        .insertInto('profiles')
        .values({
          uid: row.uid,
          user_name: row.userName,
          name: row.name,
          bio: '',
          languages: row.languages,
          birth_year: row.birthYear,
          avatar_id: row.avatarId,
          search_text: searchTextOf(row.userName, row.name),
          joined_at: row.joinedAt,
        })
        .onConflict((it) => it.doNothing())
        .execute()
    },

    /** Replaces what can be edited; without `avatarId` the picture stays. Undefined when there is no such profile. */
    async update(
      uid: Uid,
      change: Pick<ProfileRow, 'name' | 'bio' | 'place' | 'languages'> & { avatarId?: string | null },
    ): Promise<ProfileRow | undefined> {
      return db.transaction().execute(async (tx) => {
        const now = await tx.selectFrom('profiles').select('user_name').where('uid', '=', uid).forUpdate().executeTakeFirst()
        if (!now) return undefined
        return tx
          .updateTable('profiles')
          .set({
            name: change.name,
            bio: change.bio,
            place: change.place,
            languages: change.languages,
            search_text: searchTextOf(now.user_name, change.name),
            ...(change.avatarId === undefined ? {} : { avatar_id: change.avatarId }),
          })
          .where('uid', '=', uid)
          .returning(columns)
          .executeTakeFirst()
      })
    },

    async byUid(uid: Uid): Promise<ProfileRow | undefined> {
      return db.selectFrom('profiles').select(columns).where('uid', '=', uid).executeTakeFirst()
    },

    /** Those of these pictures that stand on a profile. */
    async shownPictures(ids: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('profiles')
        .select('avatar_id as id')
        .where('avatar_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .$narrowType<{ id: string }>()
        .execute()
      return rows.map(({ id }) => id)
    },

    async byUids(uids: readonly Uid[]): Promise<ProfileRow[]> {
      return db
        .selectFrom('profiles')
        .select(columns)
        .where('uid', '=', sql<Uid>`any(${[...uids]}::uuid[])`)
        .execute()
    },

    async exists(uid: Uid): Promise<boolean> {
      return (await db.selectFrom('profiles').select('uid').where('uid', '=', uid).executeTakeFirst()) !== undefined
    },

    async uidOf(userName: string): Promise<Uid | null> {
      return (await db.selectFrom('profiles').select('uid').where('user_name', '=', userName).executeTakeFirst())?.uid ?? null
    },

    /**
     * People whose user name or name holds what was typed, best first: the very user name, user names that begin with it,
     * names whose words begin with its words, names that hold it anywhere.
     */
    async findSpelt(
      { text, words }: { text: string; words: string[] },
      filters: readonly PeopleFilter[],
      limit: number,
    ): Promise<ProfileRow[]> {
      const beginsWords = sql<SqlBool>`(${sql.join(
        words.map((word) => sql`search_text like ${`% ${literal(word)}%`}`),
        sql` and `,
      )})`
      const rank = sql<number>`case when user_name = ${text}::citext then 0
        when user_name::text like ${`${literal(text)}%`} then 1
        when ${beginsWords} then 2 else 3 end`
      // Under three letters the index can't find the middle of a word, and "an" anywhere means nobody in particular. Other scripts say more with two.
      const anywhere = text.length > 2 || /[^ -~]/.test(text) ? sql<SqlBool>`search_text like ${`%${literal(text)}%`}` : sql<SqlBool>`false`
      return db
        .selectFrom('profiles')
        .select(columns)
        .where(sql<SqlBool>`(${beginsWords} or ${anywhere})`)
        .where((eb) => eb.and(filters.map((filter) => filter(sql.ref<Uid>('profiles.uid')))))
        .orderBy(rank)
        .orderBy(sql`length(search_text)`)
        .orderBy('search_text')
        .orderBy('uid')
        .limit(limit)
        .execute()
    },

    /** People whose user name or name is at least so much like what was typed (pg_trgm's word similarity, 0 to 1), most alike first, without `known`. */
    async findAlike(
      text: string,
      similarity: number,
      known: readonly Uid[],
      filters: readonly PeopleFilter[],
      limit: number,
    ): Promise<ProfileRow[]> {
      return db.transaction().execute(async (tx) => {
        await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(similarity)}, true)`.execute(tx)
        return tx
          .selectFrom('profiles')
          .select(columns)
          .where(sql<SqlBool>`search_text %> ${text}`)
          .where(sql<SqlBool>`uid <> all(${[...known]}::uuid[])`)
          .where((eb) => eb.and(filters.map((filter) => filter(sql.ref<Uid>('profiles.uid')))))
          .orderBy(sql`word_similarity(${text}, search_text)`, 'desc')
          .orderBy('search_text')
          .orderBy('uid')
          .limit(limit)
          .execute()
      })
    },
  }
}
