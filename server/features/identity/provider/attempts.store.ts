import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

type AttemptTables = { identity_attempts: { key: string; count: number; window_ends: Date } }

export function attemptsStore(db: Db) {
  const tables = db.withTables<AttemptTables>()
  return {
    /** Counts one attempt and says the how-manieth of the window it is. One statement, so many at once are all counted. */
    async count(key: string, now: Date, windowEnds: Date): Promise<{ count: number; windowEnds: Date }> {
      const isOver = sql<boolean>`identity_attempts.window_ends <= ${now}`
      const row = await tables
        .insertInto('identity_attempts')
        .values({ key, count: 1, window_ends: windowEnds })
        .onConflict((it) =>
          it.column('key').doUpdateSet({
            count: sql<number>`case when ${isOver} then 1 else identity_attempts.count + 1 end`,
            window_ends: sql<Date>`case when ${isOver} then excluded.window_ends else identity_attempts.window_ends end`,
          }),
        )
        .returning(['count', 'window_ends'])
        .executeTakeFirstOrThrow()
      return { count: row.count, windowEnds: row.window_ends }
    },

    async forget(key: string): Promise<void> {
      await tables.deleteFrom('identity_attempts').where('key', '=', key).execute()
    },

    async prune(now: Date): Promise<void> {
      await tables.deleteFrom('identity_attempts').where('window_ends', '<=', now).execute()
    },
  }
}
