import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

type AttemptTables = { identity_attempts: { key: string; count: number; window_ends: Date } }

export function attemptsStore(db: Db) {
  const tables = db.withTables<AttemptTables>()
  return {
    /** Counts one attempt and returns the count of its window. One statement, so concurrent attempts are all counted. */
    async count(key: string, now: Date, resetAt: Date): Promise<{ count: number; resetAt: Date }> {
      const isOver = sql<boolean>`identity_attempts.window_ends <= ${now}`
      const row = await tables
        .insertInto('identity_attempts')
        .values({ key, count: 1, window_ends: resetAt })
        .onConflict((it) =>
          it.column('key').doUpdateSet({
            count: sql<number>`case when ${isOver} then 1 else identity_attempts.count + 1 end`,
            window_ends: sql<Date>`case when ${isOver} then excluded.window_ends else identity_attempts.window_ends end`,
          }),
        )
        .returning(['count', 'window_ends'])
        .executeTakeFirstOrThrow()
      return { count: row.count, resetAt: row.window_ends }
    },

    async reset(key: string): Promise<void> {
      await tables.deleteFrom('identity_attempts').where('key', '=', key).execute()
    },

    async prune(now: Date): Promise<void> {
      await tables.deleteFrom('identity_attempts').where('window_ends', '<=', now).execute()
    },
  }
}
