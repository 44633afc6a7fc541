import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * A transaction that may take hours: none of the limits that end what hangs in a server at work holds in it. Its statements may
 * take any time, and it may ask nothing for as long as it waits for the other side of a copy.
 * @note The embedded database has limits of its own around it: see `SessionLimits` and the `idleMs` of `openEmbedded`.
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
      // By name from the list of settings, because not every version of PostgreSQL has the last one.
      await sql`select set_config(name, '0', true) from pg_settings
        where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`.execute(tx)
      return work(tx)
    })
}
