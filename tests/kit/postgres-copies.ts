import { createHash, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { createLogs } from '#server/platform/observability/log.ts'

const silent = createLogs({ filter: 'off', pretty: false })('db')

export type DatabaseCopy = { url: string; drop(): Promise<void> }

/** Copies a database of the server at `url`, which must have no connections. */
export async function copyDatabase(url: string, template: string): Promise<DatabaseCopy> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(url, (admin) => admin.query(`create database ${name} template ${template}`))
  return {
    url: withDatabase(url, name),
    drop: async () => {
      await administer(url, (admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** A database with all migrations and no users, created once per server. Returns its name. */
export async function migratedTemplate(url: string): Promise<string> {
  const hashes = (await readMigrations()).map(({ name, hash }) => `${name} ${hash}`)
  const name = `template_${createHash('sha256').update(hashes.join('\n')).digest('hex').slice(0, 16)}`
  return makeTemplate(url, name, async (databaseUrl) => {
    const database = await openPostgres({ databaseUrl, log: silent, poolSize: 1 })
    try {
      await migrate(database, silent)
    } finally {
      await database.close()
    }
  })
}

/** Creates the database `name` unless it exists: it gets that name only after `fill` is done. */
export async function makeTemplate(url: string, name: string, fill: (databaseUrl: string) => Promise<void>): Promise<string> {
  await administer(url, async (admin) => {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    await admin.query(`drop database if exists ${name}_making with (force)`) // left by an interrupted run
    await admin.query(`create database ${name}_making`)
    await fill(withDatabase(url, `${name}_making`))
    await admin.query(`alter database ${name}_making rename to ${name}`)
  })
  return name
}

/** One at a time on the whole server: a template can't be copied twice at once, nor while it has connections. */
async function administer<T>(url: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock(7219002)')
    return await work(admin)
  } finally {
    await admin.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
