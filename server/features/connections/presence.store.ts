import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

type PresenceTables = { presence: { uid: Uid; last_seen_at: Date } }

/** When people were last here. */
export function createPresenceStore(plain: Db) {
  const db = plain.withTables<PresenceTables>()
  return {
    /** Notes that these people were here at `now`. Whoever is deleted meanwhile is left out. */
    async seen(uids: readonly Uid[], now: Date): Promise<void> {
      if (uids.length === 0) return
      await sql`
        insert into presence (uid, last_seen_at)
        select uid, ${now}::timestamptz from people where uid = any(${[...uids]}::uuid[]) order by uid for key share
        on conflict (uid) do update set last_seen_at = greatest(presence.last_seen_at, excluded.last_seen_at)`.execute(db)
    },

    /** When each of these people was last here; those who never were are missing. */
    async lastSeen(uids: readonly Uid[]): Promise<Map<Uid, Date>> {
      if (uids.length === 0) return new Map()
      const rows = await db
        .selectFrom('presence')
        .selectAll()
        .where('uid', '=', sql<Uid>`any(${[...uids]}::uuid[])`)
        .execute()
      return new Map(rows.map((row) => [row.uid, row.last_seen_at]))
    },
  }
}
