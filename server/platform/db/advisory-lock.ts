import { sql } from 'kysely'
import type { Database } from './database.ts'
import { longTransaction } from './long-transaction.ts'

/**
 * Runs `work` in one process at a time of all that use this database; the others wait. `work` may use any connection. Each use
 * has its own `lock` number. The embedded database belongs to one process anyway.
 */
export async function withAdvisoryLock(database: Database, lock: number, work: () => Promise<void>): Promise<void> {
  if (database.engine === 'embedded') return work()
  await longTransaction(database.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
    await work()
  })
}
