import { PGlite } from '@electric-sql/pglite'
import type { Database } from './database.ts'
import { embeddedDatabase } from './embedded/embedded-database.ts'
import { SessionMutex, type Answer, type Session } from './embedded/session-mutex.ts'
import { memoryOptions } from './embedded/pglite-options.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { queryErrorFields, QueryError } from './query-error.ts'

export type MemoryDatabase = Database & {
  /** The underlying connection, for tests. */
  mutex: SessionMutex
  dump(): Promise<Blob>
}

/**
 * An in-memory database in this thread, for tests.
 * @param dump the result of another database's `dump()`: starts with its content, in a fraction of the time
 */
export async function openMemoryDatabase({ dump }: { dump?: Blob } = {}): Promise<MemoryDatabase> {
  // Small log segments make a small dump, and loading the dump dominates the opening time.
  const content = dump ? { loadDataDir: dump } : { initDbStartParams: ['--wal-segsize=1'] }
  const pglite = await PGlite.create({ ...memoryOptions, ...content })
  const mutex = new SessionMutex(sessionOf(pglite))
  const database = embeddedDatabase(mutex, () => pglite.close())
  return { ...database, mutex, dump: () => pglite.dumpDataDir('none') }
}

function sessionOf(pglite: PGlite): Session {
  const statements = new PreparedStatements(pglite)
  return {
    generation: 1,
    ready: async () => undefined,
    query: async (sql, params) => toAnswer(await statements.query(sql, params).catch(explain)),
    script: async (sql) => (await statements.runExclusive(() => pglite.exec(sql)).catch(explain)).map(toAnswer),
    close: () => statements.runExclusive(() => pglite.close()),
  }
}

function toAnswer({ rows, affectedRows }: { rows: unknown[]; affectedRows?: number }): Answer {
  return { rows, affectedRows }
}

/** Throws the same error class as the embedded database in its thread. */
function explain(error: unknown): never {
  throw new QueryError(queryErrorFields(error))
}
