import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Pool, types, type CustomTypesConfig, type PoolClient, type QueryResult } from 'pg'
import type { Log } from '../observability/log.ts'
import type { Database, Db } from './database.ts'
import { parsers } from './decoding.ts'
import { within } from './embedded-database.ts'
import { asRefusal } from './query-error.ts'
import { SpaceWatch } from './space-watch.ts'
import { logOf, type OnStatement } from './statement.ts'

const POOL_SIZE = 10
const CONNECT_WITHIN_MS = 5_000
const STATEMENT_TIMEOUT_MS = 15_000
const IDLE_TRANSACTION_MS = 15_000
/** Longer than the server's own limit: a connection that is silent for this long leads nowhere any more. */
const ANSWER_WITHIN_MS = 20_000

export type PostgresOptions = {
  databaseUrl: string
  log: Log
  poolSize?: number
  /** How long a query may take before its connection counts as dead and is closed. `script` may take any time. */
  answerWithinMs?: number
  /** How long the server lets a statement take, and a transaction ask nothing, before it ends them itself. */
  statementMs?: number
  idleTransactionMs?: number
  onStatement?: OnStatement | undefined
}

/**
 * A PostgreSQL server by its address. A lost connection, and a server that is starting or stopping, is AppError 'unavailable'.
 * @throws AppError 'unavailable' when the server does not answer.
 */
export async function openPostgres({
  databaseUrl,
  log,
  poolSize = POOL_SIZE,
  answerWithinMs = ANSWER_WITHIN_MS,
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
    // As in the embedded database: days begin at the same instant for every server, wherever it stands, and what is
    // answered as stored is on the disk, also where the server was told to answer earlier. Compiling a question takes a
    // fifth of a second, which is worth it for none of ours: they are short, and a plan that looks dear is a bad guess.
    options: '-c timezone=UTC -c synchronous_commit=on -c jit=off',
    types: { getTypeParser: decoder },
  })
  // A connection that breaks is an 'error' event, on the pool when idle and on the client when in use; without a listener
  // either would end the process. The query that was running hears of it as well.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to PostgreSQL was lost'))
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'a connection to PostgreSQL was lost')))
  const database = overPool(pool, answerWithinMs, onStatement)
  try {
    await database.ping(CONNECT_WITHIN_MS)
    await warnOfLoss(database, log)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** A server without fsync loses in a power cut what people were told is stored; that is for its operator to know. */
async function warnOfLoss(database: Database, log: Log): Promise<void> {
  const [setting] = await database.query('select 1 where current_setting($1) = $2', ['fsync', 'off'])
  if (setting) log.warn('PostgreSQL runs with fsync = off: what was acknowledged may be gone after a power cut')
}

const decoder: CustomTypesConfig['getTypeParser'] = (oid, format) => {
  const ours = format === 'binary' ? undefined : parsers[oid]
  return ours ?? types.getTypeParser(oid, format)
}

function overPool(pool: Pool, answerWithinMs: number, onStatement: OnStatement | undefined): Database {
  const space = new SpaceWatch()
  const refuse: Refuse = (error) => {
    throw space.noting(asRefusal(error))
  }
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: explainedPool(pool, answerWithinMs, refuse) }), ...logOf(onStatement) })
  /** Several statements in one string give the rows of all. */
  async function run(sql: string, params: readonly unknown[] | undefined, withinMs: number | null): Promise<unknown[]> {
    const client = await pool.connect().catch(refuse)
    let broken = false
    try {
      return [await ask(client, sql, params, withinMs)].flat().flatMap((one): unknown[] => one.rows)
    } catch (error) {
      // The script may have begun a transaction; the next user of this connection must not be in it.
      await ask(client, 'rollback', undefined, answerWithinMs).catch(() => (broken = true))
      return refuse(error)
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
    // A ping that nobody waits for any more gives its connection back: ten of them would be the whole pool.
    ping: (withinMs) =>
      within(
        withinMs,
        space.ask((statement) => run(statement, undefined, withinMs)),
      ),
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  }
}

/**
 * @param withinMs null: as long as it takes
 * @throws when the server says nothing for `withinMs`, as when the network to it is cut: its connection is then closed
 */
async function ask(
  client: PoolClient,
  sql: string,
  params: readonly unknown[] | undefined,
  withinMs: number | null,
): Promise<QueryResult | QueryResult[]> {
  // Ending a client in the middle of a query cuts its connection, which makes the query fail as a lost connection.
  const timer = withinMs === null ? undefined : setTimeout(() => void client.end(), withinMs)
  try {
    // Several statements in one string give an array of results, which the types of `pg` leave out.
    return await client.query(sql, params?.length ? [...params] : undefined)
  } finally {
    clearTimeout(timer)
  }
}

/** Throws the error of a failed statement, explained. */
type Refuse = (error: unknown) => never

/** What Kysely needs of a pool, with errors of the connection explained. */
function explainedPool(pool: Pool, answerWithinMs: number, refuse: Refuse): PostgresPool {
  // Kysely remembers connections by the object it gets, so each client keeps its one wrapper.
  const wrappers = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch(refuse)
      let wrapper = wrappers.get(client)
      if (!wrapper) {
        wrapper = explainedClient(client, answerWithinMs, refuse)
        wrappers.set(client, wrapper)
      }
      return wrapper
    },
  }
}

function explainedClient(client: PoolClient, answerWithinMs: number, refuse: Refuse): PostgresPoolClient {
  const query = async (sql: string, params: readonly unknown[]): Promise<unknown> => {
    try {
      return await ask(client, sql, params, answerWithinMs)
    } catch (error) {
      return refuse(error)
    }
  }
  return {
    // Kysely also offers cursors through `query`; they need a cursor class in its configuration, which we do not give.
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}
