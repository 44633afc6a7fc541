import {
  Kysely,
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Database, Db } from '../database.ts'
import type { SessionMutex, Lease } from './session-mutex.ts'
import { DiskFullMonitor } from '../disk-full-monitor.ts'
import { statementLog, type OnStatement } from '../statement.ts'
import { sqlState } from '../query-error.ts'

/** The embedded database as a `Database`. `close` closes the session of `mutex`. */
export function embeddedDatabase(
  mutex: SessionMutex,
  close: () => Promise<void>,
  { onStatement, space = new DiskFullMonitor() }: { onStatement?: OnStatement | undefined; space?: DiskFullMonitor } = {},
): Database {
  const db: Db = new Kysely({ dialect: embeddedDialect(mutex), ...statementLog(onStatement) })
  const query = async (text: string, params?: readonly unknown[]): Promise<unknown[]> =>
    params?.length ? (await mutex.query(text, params)).rows : mutex.use((lease) => runScript(lease, text))
  return {
    db,
    engine: 'embedded',
    query,
    script: async (text) => {
      await query(text)
    },
    ping: (withinMs) =>
      rejectAfter(
        withinMs,
        space.check((statement) => mutex.query(statement)),
      ),
    close: async () => {
      await db.destroy()
      await mutex.drained()
      await close()
    },
  }
}

async function runScript(lease: Lease, text: string): Promise<unknown[]> {
  try {
    return (await lease.script(text)).flatMap((answer) => answer.rows)
  } catch (error) {
    // The script may have started a transaction, which the next user of this connection must not join.
    await lease.script('rollback').catch(() => undefined)
    throw error
  }
}

/** @throws AppError 'unavailable' when `work` fails or takes longer */
export async function rejectAfter(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new AppError('unavailable', { reason: `the database did not answer within ${ms} ms` })), ms)
  try {
    await Promise.race([work, promise])
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('unavailable', { reason: String(error) })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A Kysely dialect for the single session of the embedded database. Kysely's own PGlite dialect waits forever when code inside
 * a transaction queries the database outside of it; here the mutex rolls such a transaction back and reports why.
 */
function embeddedDialect(mutex: SessionMutex): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EmbeddedDriver(mutex),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

/** Leases the session only during a transaction; other statements run one by one. */
class EmbeddedConnection implements DatabaseConnection {
  readonly #mutex: SessionMutex
  #lease: Lease | null = null

  constructor(mutex: SessionMutex) {
    this.#mutex = mutex
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await (this.#lease ?? this.#mutex).query(query.sql, query.parameters)
    // Kysely guarantees that R is the type of the query's rows.
    return { rows: rows as R[], ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) }
  }

  // oxlint-disable-next-line require-yield -- the interface requires a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming a result is not supported; read it page by page.')
  }

  async begin(): Promise<Lease> {
    this.#lease = await this.#mutex.lease()
    this.#lease.failed = false
    return this.#lease
  }

  get lease(): Lease {
    if (!this.#lease) throw new Error('There is no transaction.')
    return this.#lease
  }

  release(): void {
    this.#lease?.release()
    this.#lease = null
  }
}

class EmbeddedDriver implements Driver {
  readonly #mutex: SessionMutex

  constructor(mutex: SessionMutex) {
    this.#mutex = mutex
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EmbeddedConnection> {
    return new EmbeddedConnection(this.#mutex)
  }

  async releaseConnection(connection: EmbeddedConnection): Promise<void> {
    connection.release()
  }

  async beginTransaction(connection: EmbeddedConnection, { isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const lease = await connection.begin()
    await lease.query(['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' '))
  }

  async commitTransaction({ lease }: EmbeddedConnection): Promise<void> {
    // PostgreSQL answers `commit` of a failed transaction with a silent rollback, which would look like success.
    if (lease.failed) await assertNotAborted(lease)
    await lease.query('commit')
  }

  async rollbackTransaction({ lease }: EmbeddedConnection): Promise<void> {
    // A rollback fails only when the session was lost, and its transaction with it. Kysely would throw this error instead of the first one.
    await lease.query('rollback').catch(() => undefined)
  }

  async savepoint({ lease }: EmbeddedConnection, name: string): Promise<void> {
    await lease.query(`savepoint "${name.replaceAll('"', '""')}"`)
  }

  async rollbackToSavepoint({ lease }: EmbeddedConnection, name: string): Promise<void> {
    await lease.query(`rollback to savepoint "${name.replaceAll('"', '""')}"`)
  }

  async releaseSavepoint({ lease }: EmbeddedConnection, name: string): Promise<void> {
    await lease.query(`release savepoint "${name.replaceAll('"', '""')}"`)
  }

  async destroy(): Promise<void> {}
}

async function assertNotAborted(lease: Lease): Promise<void> {
  try {
    await lease.query('select 1')
  } catch (error) {
    if (sqlState(error) !== '25P02') throw error
    throw new Error('The transaction was rolled back, because one of its statements failed.', { cause: error })
  }
}
