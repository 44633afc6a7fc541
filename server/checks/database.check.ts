import { Client } from 'pg'
import type { Config } from '../config.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { assertNeverUsed, assertUndamaged } from '#server/platform/db/embedded/data-folder.ts'
import { isDataFolderInUse } from '#server/platform/db/embedded/data-folder-lock.ts'
import { type Check, type Finding, messageOf, off, ok } from './check.ts'

const EXTENSIONS = ['pg_trgm', 'unaccent', 'citext']
const OLDEST = 15
const CONNECT_WITHIN_MS = 5_000

/** The connection to PostgreSQL, its version, the rights of the user and the extensions; or the files of the embedded database. */
export function databaseCheck({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Check {
  return {
    component: 'database',
    run: async () => (databaseUrl === null ? checkEmbedded(dataDir) : checkPostgres(databaseUrl)),
  }
}

/**
 * Reads the files and does not open the database, because PostgreSQL would write to them.
 * @throws DataFolderUnusable when they are damaged
 */
function checkEmbedded(dataDir: string): Finding {
  const folder = join(dataDir, 'db')
  if (!existsSync(folder)) {
    assertNeverUsed(dataDir)
    return off(`embedded PostgreSQL, which the first start creates in ${dataDir}`)
  }
  if (isDataFolderInUse(dataDir)) return off(`embedded PostgreSQL in ${dataDir}: not checked, because a running server uses it`)
  assertUndamaged(folder)
  return ok(`embedded PostgreSQL in ${dataDir}: its files are complete (read, but not opened)`)
}

export async function checkPostgres(databaseUrl: string): Promise<Finding> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await inspect(client)
  } catch (error) {
    return rejected(error, databaseUrl)
  } finally {
    await client.end().catch(() => undefined)
  }
}

type ServerInfo = {
  version: number
  user: string
  database: string
  may_create: boolean
  in_public: boolean
  fsync: string
  missing: string[]
}

async function inspect(client: Client): Promise<Finding> {
  const { rows } = await client.query<ServerInfo>(
    `select current_setting('server_version_num')::int / 10000 as version, current_user as user, current_database() as database,
       has_database_privilege(current_database(), 'CREATE') as may_create,
       has_schema_privilege('public', 'CREATE') as in_public, current_setting('fsync') as fsync,
       array(select wanted from unnest($1::text[]) as wanted where wanted not in (select name from pg_available_extensions)) as missing`,
    [EXTENSIONS],
  )
  const info = rows[0]
  if (!info) return { status: 'error', message: 'PostgreSQL gave no answer' }
  const { version, user, database, missing } = info
  if (version < OLDEST) return error(`PostgreSQL ${version} is too old`, `Use PostgreSQL ${OLDEST} or newer.`)
  if (missing.length)
    return error(
      `PostgreSQL lacks the extensions ${missing.join(', ')}`,
      'Install them on the database server (Debian: apt-get install postgresql-contrib).',
    )
  if (!info.may_create || !info.in_public)
    return error(
      `the user ${user} may not create tables in the database ${database}`,
      `Run as administrator: alter database "${database}" owner to "${user}"`,
    )
  if (info.fsync === 'off')
    return {
      status: 'warning',
      message: 'PostgreSQL runs with fsync = off: stored messages may be lost in a power cut',
      fix: 'Set fsync = on in postgresql.conf.',
    }
  return ok(`PostgreSQL ${version}, database ${database}, user ${user}`)
}

const error = (message: string, fix: string): Finding => ({ status: 'error', message, fix, preventsStart: true })

/** Why PostgreSQL rejected the connection. Never contains the password. */
function rejected(failure: unknown, databaseUrl: string): Finding {
  const { host, username, pathname } = new URL(databaseUrl)
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
  const name = pathname.slice(1)
  if (code === '28P01' || code === '28000')
    return error(
      `PostgreSQL at ${host} rejected the user ${username} or the password of DATABASE_URL`,
      'Correct DATABASE_URL. Special characters in the password must be percent-encoded, such as %40 for @.',
    )
  if (code === '3D000')
    return error(
      `PostgreSQL at ${host} has no database ${name}`,
      `Create it: createdb --owner ${username} ${name}, or correct DATABASE_URL.`,
    )
  return error(
    `PostgreSQL at ${host} can't be used: ${messageOf(failure)}`,
    'Check that it runs and that host and port in DATABASE_URL are right and reachable from here.',
  )
}
