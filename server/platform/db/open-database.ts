import type { Database } from './database.ts'
import { openEmbedded, type EmbeddedOptions } from './embedded/embedded.ts'
import { openPostgres } from './postgres.ts'

export type OpenDatabaseOptions = Pick<EmbeddedOptions, 'dataDir' | 'log' | 'lock' | 'onStatement'> & { databaseUrl: string | null }

/**
 * Opens PostgreSQL at `databaseUrl`, or the embedded database in the data folder without one.
 * @throws DataFolderInUse when another process uses the data folder of the embedded database;
 *   AppError 'unavailable' when the PostgreSQL server does not answer
 */
export async function openDatabase({ dataDir, databaseUrl, log, lock, onStatement }: OpenDatabaseOptions): Promise<Database> {
  if (databaseUrl !== null) return openPostgres({ databaseUrl, log, onStatement })
  return openEmbedded({ dataDir, log, onStatement, ...(lock ? { lock } : {}) })
}
