import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Columns } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/database.ts'
import { violatesUnique } from '#server/platform/db/query-error.ts'
import { isReservedForOthers, releaseUserName, reclaimUserName } from './profiles.user-names.store.ts'
import { searchTextOf } from './profiles.search-text.ts'

export type ProfileRow = {
  uid: Uid
  userName: string
  name: string
  avatarId: string | null
  coverId: string | null
  pinnedItemId: string | null
  bio: string
  place: string | null
  languages: string[]
  joinedAt: Date
}

/** A condition on a person from a higher feature: search joins it without knowing that feature's tables. */
export type PeopleFilter = (uid: RawBuilder<Uid>) => RawBuilder<SqlBool>

export type ProfileTables = {
  profiles: Columns<ProfileRow> & { birth_year: number; search_text: string; user_name_changed_at: Date | null }
}

export const profileColumns = [
  'uid',
  'user_name as userName',
  'name',
  'avatar_id as avatarId',
  'cover_id as coverId',
  'pinned_item_id as pinnedItemId',
  'bio',
  'place',
  'languages',
  'joined_at as joinedAt',
] as const

export type ProfileStore = ReturnType<typeof createProfileStore>

export function createProfileStore(plain: Db) {
  return { ...profileCommands(plain), ...profileQueries(plain) }
}

/** Creates and changes profiles. */
function profileCommands(plain: Db) {
  const db = plain.withTables<ProfileTables>()

  return {
    /**
     * Adds a profile, unless this user has one or the username is taken. The caller finds out which.
     * @throws AppError 'user_name_taken' for a reserved name
     */
    async insert(row: Omit<ProfileRow, 'bio' | 'place' | 'coverId' | 'pinnedItemId'> & { birthYear: number }): Promise<void> {
      await plain.transaction().execute(async (tx) => {
        await insertRow(tx, row)
        await assertNotReserved(tx, row.uid, row.userName, row.joinedAt)
      })
    },

    async userName(uid: Uid): Promise<{ userName: string; changedAt: Date | null } | undefined> {
      return db
        .selectFrom('profiles')
        .select(['user_name as userName', 'user_name_changed_at as changedAt'])
        .where('uid', '=', uid)
        .executeTakeFirst()
    },

    /**
     * Changes a username; the old one stays reserved and redirects to the user. The current name changes nothing. Undefined without
     * a profile.
     * @throws AppError 'user_name_taken', 'user_name_too_soon'
     */
    async rename(uid: Uid, userName: string, now: Date): Promise<ProfileRow | undefined> {
      return plain.transaction().execute(async (plainTx) => {
        const tx = plainTx.withTables<ProfileTables>()
        const before = await tx
          .selectFrom('profiles')
          .select([...profileColumns, 'user_name_changed_at as changedAt'])
          .where('uid', '=', uid)
          .forUpdate()
          .executeTakeFirst()
        if (!before || before.userName === userName) return before
        if (before.changedAt && now.getTime() < before.changedAt.getTime() + limits.userName.changeMs)
          throw new AppError('user_name_too_soon')
        await releaseUserName(plainTx, uid, { now, isChanged: true })
        const after = await tx
          .updateTable('profiles')
          .set({ user_name: userName, search_text: searchTextOf(userName, before.name), user_name_changed_at: now })
          .where('uid', '=', uid)
          .returning(profileColumns)
          .executeTakeFirst()
          .catch((error: unknown) => {
            throw violatesUnique(error) ? new AppError('user_name_taken') : error
          })
        await reclaimUserName(plainTx, uid, userName)
        await assertNotReserved(plainTx, uid, userName, now)
        return after
      })
    },

    /** Replaces the editable fields; omitted pictures and an omitted pinned item stay. Undefined when there is no such profile. */
    async update(
      uid: Uid,
      change: Pick<ProfileRow, 'name' | 'bio' | 'place' | 'languages'> & Partial<Pick<ProfileRow, 'avatarId' | 'coverId' | 'pinnedItemId'>>,
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
            // Kysely ignores undefined values.
            avatar_id: change.avatarId,
            cover_id: change.coverId,
            pinned_item_id: change.pinnedItemId,
          })
          .where('uid', '=', uid)
          .returning(profileColumns)
          .executeTakeFirst()
      })
    },
  }
}

/** Profiles by user id and user name. */
function profileQueries(plain: Db) {
  const db = plain.withTables<ProfileTables>()

  return {
    async byUid(uid: Uid): Promise<ProfileRow | undefined> {
      return db.selectFrom('profiles').select(profileColumns).where('uid', '=', uid).executeTakeFirst()
    },

    /** Filters these pictures to those on a profile. */
    async shownPictures(ids: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select avatar_id as id from profiles where avatar_id = any(${[...ids]}::uuid[])
        union select cover_id from profiles where cover_id = any(${[...ids]}::uuid[])`.execute(db)
      return rows.map(({ id }) => id)
    },

    async byUids(uids: readonly Uid[]): Promise<ProfileRow[]> {
      return db
        .selectFrom('profiles')
        .select(profileColumns)
        .where('uid', '=', sql<Uid>`any(${[...uids]}::uuid[])`)
        .execute()
    },

    /** Filters these users to those with a profile. */
    async existing(uids: readonly Uid[]): Promise<Uid[]> {
      const rows = await db
        .selectFrom('profiles')
        .select('uid')
        .where('uid', '=', sql<Uid>`any(${[...uids]}::uuid[])`)
        .execute()
      return rows.map(({ uid }) => uid)
    },

    async uidsOf(userNames: readonly string[]): Promise<ReadonlyMap<string, Uid>> {
      if (userNames.length === 0) return new Map()
      const rows = await db
        .selectFrom('profiles')
        .select(['uid', 'user_name'])
        .where('user_name', 'in', [...userNames])
        .execute()
      return new Map(rows.map((row) => [row.user_name, row.uid]))
    },

    async uidOf(userName: string): Promise<Uid | null> {
      return (await db.selectFrom('profiles').select('uid').where('user_name', '=', userName).executeTakeFirst())?.uid ?? null
    },
  }
}

/**
 * Checked after the write: an insert that waited for a change or a deletion to commit sees the released name only then.
 * @throws AppError 'user_name_taken'
 */
async function assertNotReserved(tx: Db, uid: Uid, userName: string, now: Date): Promise<void> {
  if (await isReservedForOthers(tx, uid, userName, now)) throw new AppError('user_name_taken', { isReserved: true })
}

async function insertRow(
  tx: Db,
  row: Omit<ProfileRow, 'bio' | 'place' | 'coverId' | 'pinnedItemId'> & { birthYear: number },
): Promise<void> {
  await tx
    .withTables<ProfileTables>()
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
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
