import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Pool, types, type CustomTypesConfig, type PoolClient, type QueryResult } from 'pg'
import type { Log } from '../observability/log.ts'
import type { Database, Db } from './database.ts'
import { parsers } from './decoding.ts'
import { rejectAfter } from './embedded/embedded-database.ts'
import { toAppError } from './query-error.ts'
import { DiskFullMonitor } from './disk-full-monitor.ts'
import { statementLog, type OnStatement } from './statement.ts'

const POOL_SIZE = 10
const CONNECT_WITHIN_MS = 5_000
const STATEMENT_TIMEOUT_MS = 15_000
const IDLE_TRANSACTION_MS = 15_000
/** Longer than the server's own limit: a connection that is silent for this long is dead. */
const RESPONSE_TIMEOUT_MS = 20_000

export type PostgresOptions = {
  databaseUrl: string
  log: Log
  poolSize?: number
  /** How long a query may take before its connection counts as dead and is closed. `script` has no limit. */
  answerWithinMs?: number
  /** The server's own limits for a statement, and for an idle transaction. */
  statementMs?: number
  idleTransactionMs?: number
  onStatement?: OnStatement | undefined
}

/**
 * Connects to a PostgreSQL server. A lost connection, or a server that starts or stops, is AppError 'unavailable'.
 * @throws AppError 'unavailable' when the server does not answer
 */
export async function openPostgres({
  databaseUrl,
  log,
  poolSize = POOL_SIZE,
  answerWithinMs = RESPONSE_TIMEOUT_MS,
  statementMs = STATEMENT_TIMEOUT_MS,
  idleTransactionMs = IDLE_TRANSACTION_MS,
  onStatement,
}: PostgresOptions): Promise<Database> {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    keepAlive: true,
    // As in the embedded database: days begin in UTC on every server, and commits are on the disk before they are acknowledged.
    // JIT compilation takes a fifth of a second, which none of our short queries is worth.
    options: '-c timezone=UTC -c synchronous_commit=on -c jit=off',
    types: { getTypeParser: decoder },
  })
  // A broken connection is an 'error' event, on the pool when idle and on the client when in use. Without a listener either
  // would end the process. The running query fails as well.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to PostgreSQL was lost'))
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'a connection to PostgreSQL was lost')))
  const database = overPool(pool, answerWithinMs, onStatement)
  try {
    await database.ping(CONNECT_WITHIN_MS)
    await warnIfNotDurable(database, log)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** Without fsync, a power cut loses acknowledged data. The operator should know. */
async function warnIfNotDurable(database: Database, log: Log): Promise<void> {
  const [setting] = await database.query('select 1 where current_setting($1) = $2', ['fsync', 'off'])
  if (setting) log.warn('PostgreSQL runs with fsync = off: a power cut may lose acknowledged data')
}

const decoder: CustomTypesConfig['getTypeParser'] = (oid, format) => {
  const ours = format === 'binary' ? undefined : parsers[oid]
  return ours ?? types.getTypeParser(oid, format)
}

function overPool(pool: Pool, answerWithinMs: number, onStatement: OnStatement | undefined): Database {
  const space = new DiskFullMonitor()
  const rethrow: Rethrow = (error) => {
    throw space.record(toAppError(error))
  }
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool: explainedPool(pool, answerWithinMs, rethrow) }),
    ...statementLog(onStatement),
  })
  /** Several statements in one string return the rows of all. */
  async function run(sql: string, params: readonly unknown[] | undefined, withinMs: number | null): Promise<unknown[]> {
    const client = await pool.connect().catch(rethrow)
    let broken = false
    try {
      return [await runQuery(client, sql, params, withinMs)].flat().flatMap((result): unknown[] => result.rows)
    } catch (error) {
      // The script may have started a transaction, which the next user of this connection must not join.
      await runQuery(client, 'rollback', undefined, answerWithinMs).catch(() => (broken = true))
      return rethrow(error)
    } finally {
      client.release(broken)
    }
  }
  return {
    db,
    engine: 'postgres',
    query: (sql, params) => run(sql, params, answerWithinMs),
    script: async (sql) => {
      await run(sql, undefined, null)
    },
    // A ping that is no longer awaited must release its connection: ten of them would be the whole pool.
    ping: (withinMs) =>
      rejectAfter(
        withinMs,
        space.check((statement) => run(statement, undefined, withinMs)),
      ),
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  }
}

/**
 * @param withinMs null for no limit
 * @throws when the server is silent for `withinMs`, as after a network failure; its connection is then closed
 */
async function runQuery(
  client: PoolClient,
  sql: string,
  params: readonly unknown[] | undefined,
  withinMs: number | null,
): Promise<QueryResult | QueryResult[]> {
  // Ending a client during a query closes its connection, and the query fails with a lost connection.
  const timer = withinMs === null ? undefined : setTimeout(() => void client.end(), withinMs)
  try {
    // Several statements in one string return an array of results, which the types of `pg` omit.
    return await client.query(sql, params?.length ? [...params] : undefined)
  } finally {
    clearTimeout(timer)
  }
}

/** Throws the error of a failed statement as an AppError where possible. */
type Rethrow = (error: unknown) => never

/** The subset of a pool that Kysely needs, with connection errors as AppErrors. */
function explainedPool(pool: Pool, answerWithinMs: number, rethrow: Rethrow): PostgresPool {
  // Kysely identifies connections by object, so each client keeps its wrapper.
  const wrappers = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch(rethrow)
      let wrapper = wrappers.get(client)
      if (!wrapper) {
        wrapper = explainedClient(client, answerWithinMs, rethrow)
        wrappers.set(client, wrapper)
      }
      return wrapper
    },
  }
}

function explainedClient(client: PoolClient, answerWithinMs: number, rethrow: Rethrow): PostgresPoolClient {
  const query = async (sql: string, params: readonly unknown[]): Promise<unknown> => {
    try {
      return await runQuery(client, sql, params, answerWithinMs)
    } catch (error) {
      return rethrow(error)
    }
  }
  return {
    // Kysely also offers cursors through `query`, but only with a cursor class in its configuration, which we don't give.
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}
