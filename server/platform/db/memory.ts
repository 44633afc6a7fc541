import { PGlite } from '@electric-sql/pglite'
import type { Database } from './database.ts'
import { embeddedDatabase } from './embedded-database.ts'
import { SessionMutex, type Answer, type Session } from './session-mutex.ts'
import { memoryOptions } from './pglite-options.ts'
import { PreparedStatements } from './prepared.ts'
import { factsOf, QueryError } from './query-error.ts'

export type MemoryDatabase = Database & {
  /** The connection below, for tests of what works on it. */
  mutex: SessionMutex
  dump(): Promise<Blob>
}

/**
 * A database in the memory of this thread, for tests: nothing is kept.
 * @param dump what `dump()` of another one returned: starts from its content, in a fraction of the time
 */
export async function openMemoryDatabase({ dump }: { dump?: Blob } = {}): Promise<MemoryDatabase> {
  // Small log segments make a small dump, and loading it is most of what opening costs.
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
    script: async (sql) => (await statements.alone(() => pglite.exec(sql)).catch(explain)).map(toAnswer),
    close: () => statements.alone(() => pglite.close()),
  }
}

function toAnswer({ rows, affectedRows }: { rows: unknown[]; affectedRows?: number }): Answer {
  return { rows, affectedRows }
}

/** The same error class as from the embedded database in its thread. */
function explain(error: unknown): never {
  throw new QueryError(factsOf(error))
}
