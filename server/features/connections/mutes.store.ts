import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

type MuteTables = { mutes: { uid: Uid; muted_uid: Uid; muted_at: Date } }

/** The questions about who wants to hear nothing of whom. */
export function createMuteStore(plain: Db) {
  const db = plain.withTables<MuteTables>()

  return {
    /** True when it is new. */
    async add(uid: Uid, muted: Uid, now: Date): Promise<boolean> {
      const added = await db
        .insertInto('mutes')
        .values({ uid, muted_uid: muted, muted_at: now })
        .onConflict((it) => it.doNothing())
        .returning('uid')
        .executeTakeFirst()
      return added !== undefined
    },

    /** True when there was one. */
    async remove(uid: Uid, muted: Uid): Promise<boolean> {
      const gone = await db.deleteFrom('mutes').where('uid', '=', uid).where('muted_uid', '=', muted).returning('uid').executeTakeFirst()
      return gone !== undefined
    },

    /** Everybody whom `uid` has muted, the latest first. */
    async mutedBy(uid: Uid): Promise<Uid[]> {
      const rows = await db
        .selectFrom('mutes')
        .select('muted_uid')
        .where('uid', '=', uid)
        .orderBy('muted_at', 'desc')
        .orderBy('muted_uid')
        .execute()
      return rows.map((row) => row.muted_uid)
    },

    async has(uid: Uid, muted: Uid): Promise<boolean> {
      const row = await db.selectFrom('mutes').select('uid').where('uid', '=', uid).where('muted_uid', '=', muted).executeTakeFirst()
      return row !== undefined
    },
  }
}
