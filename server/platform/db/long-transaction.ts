import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * A transaction without time limits, for copies that may take hours. Its statements may take any time, and it may be idle
 * while it waits for the other side.
 * @note The embedded database has its own limits: see `SessionLimits` and the `idleMs` of `openEmbedded`.
 */
export async function longTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel(isolation)
    .execute(async (tx) => {
      // Selected from pg_settings, because older versions of PostgreSQL lack the last setting.
      await sql`select set_config(name, '0', true) from pg_settings
        where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`.execute(tx)
      return work(tx)
    })
}
