import type { Database } from '#server/platform/db/database.ts'

/**
 * Runs `work` with commits that don't wait for the disk; afterwards all of them are durable. For data that is worthless until it is
 * complete. PostgreSQL commits as always: the setting belongs to a session, and only the embedded database has a single one.
 */
export async function withoutDiskWaits<T>({ engine, query }: Pick<Database, 'engine' | 'query'>, work: () => Promise<T>): Promise<T> {
  if (engine !== 'embedded') return work()
  await query('set synchronous_commit = off')
  try {
    return await work()
  } finally {
    await query('set synchronous_commit = on')
    // A durable commit also flushes all commits before it.
    await query(`select pg_logical_emit_message(true, 'wavelength', 'filled')`)
  }
}
