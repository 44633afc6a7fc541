import type { Log } from '../observability/log.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import type { DataFolderLock } from './embedded/data-folder-lock.ts'
import { openPostgres } from './postgres.ts'
import type { OnStatement } from './statement.ts'

export type OpenDatabaseOptions = {
  dataDir: string
  databaseUrl: string | null
  log: Log
  /** The lock of the data folder, if the caller has it (`acquireLock`). The caller then releases it. */
  lock?: DataFolderLock
  onStatement?: OnStatement | undefined
}

/**
 * Opens PostgreSQL at `databaseUrl`, or the embedded database in the data folder without one.
 * @throws DataFolderInUse when another process uses the data folder of the embedded database;
 *   AppError 'unavailable' when the PostgreSQL server does not answer
 */
export async function openDatabase({ dataDir, databaseUrl, log, lock, onStatement }: OpenDatabaseOptions): Promise<Database> {
  if (databaseUrl !== null) return openPostgres({ databaseUrl, log, onStatement })
  return openEmbedded({ dataDir, log, onStatement, ...(lock ? { lock } : {}) })
}
