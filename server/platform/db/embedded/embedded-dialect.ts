import {
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
import type { SessionMutex, Lease } from './session-mutex.ts'
import { sqlState } from '../query-error.ts'

/**
 * A Kysely dialect for the single session of the embedded database. Kysely's own PGlite dialect waits forever when code inside
 * a transaction queries the database outside of it; here the mutex rolls such a transaction back and reports why.
 */
export function embeddedDialect(mutex: SessionMutex): Dialect {
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

  // oxlint-disable-next-line require-yield -- the interface asks for a generator
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
    await lease.query('rollback')
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
