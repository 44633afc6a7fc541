import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { defaultPrivacy, type PrivacyChange, type PrivacySettings } from '#contract/privacy.ts'
import type { Db } from '#server/platform/db/database.ts'

type PrivacyTables = { privacy_settings: { uid: Uid } & PrivacySettings }

const columns = [
  'messages',
  'requests',
  'music',
  'video',
  'buddies',
  'match',
  'presence',
  'receipts',
  'typing',
  'listening',
] as const satisfies readonly (keyof PrivacySettings)[]

/** The questions about people's choices. */
export function createPrivacyStore(plain: Db) {
  const db = plain.withTables<PrivacyTables>()

  return {
    /** The choices of those of `uids` who ever chose. */
    async ofMany(uids: readonly Uid[]): Promise<Map<Uid, PrivacySettings>> {
      const rows = await db
        .selectFrom('privacy_settings')
        .select(['uid', ...columns])
        .where('uid', '=', sql<Uid>`any(${[...uids]}::uuid[])`)
        .execute()
      return new Map(rows.map(({ uid, ...chosen }) => [uid, chosen]))
    },

    /** Changes only what is given, so that two devices that change different things both win. */
    async change(uid: Uid, change: PrivacyChange): Promise<PrivacySettings> {
      // Kysely leaves out what is undefined when it updates, but the defaults would be lost in what it inserts.
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      return db
        .insertInto('privacy_settings')
        .values({ uid, ...defaultPrivacy, ...given })
        .onConflict((it) => it.column('uid').doUpdateSet({ uid, ...given }))
        .returning(columns)
        .executeTakeFirstOrThrow()
    },
  }
}
