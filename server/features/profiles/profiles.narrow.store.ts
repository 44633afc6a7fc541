import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ProfileTables } from './profiles.store.ts'

/** A filter for a list of people. */
export function createProfileNarrowing(plain: Db) {
  const db = plain.withTables<ProfileTables>()
  const selectAmong = (uids: readonly Uid[]) =>
    db
      .selectFrom('profiles')
      .select('uid')
      .where('uid', '=', sql<Uid>`any(${[...uids]}::uuid[])`)
  const toUidSet = (rows: readonly { uid: Uid }[]): Set<Uid> => new Set(rows.map((row) => row.uid))

  return {
    speaking: async (uids: readonly Uid[], language: string): Promise<Set<Uid>> =>
      toUidSet(
        await selectAmong(uids)
          .where(sql<boolean>`${language} = any(languages)`)
          .execute(),
      ),

    /** Users who joined at that time or later. */
    joinedSince: async (uids: readonly Uid[], since: Date): Promise<Set<Uid>> =>
      toUidSet(await selectAmong(uids).where('joined_at', '>=', since).execute()),
  }
}
