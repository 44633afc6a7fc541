import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { violatesUnique } from './query-error.ts'

export const migrationsFolder = new URL('../../migrations/', import.meta.url)

/** One lock for all servers of one PostgreSQL database; any number, as long as it stays. */
const LOCK = 7_219_001

/** How long a migration may wait for a table that others use. */
const LOCK_WITHIN = '5s'

export type Migration = { name: string; hash: string; text: string }

/** The migrations of `folder` in order: files named `NNNN_what.sql`. Gaps in the numbers are fine, doubles are not. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const wrong = names.find((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  if (wrong) throw new Error(`The migration ${wrong} must be named like 0042_what_it_makes.sql.`)
  const double = names.find((name, index) => names[index + 1]?.slice(0, 4) === name.slice(0, 4))
  if (double) throw new Error(`Two migrations have the number ${double.slice(0, 4)}.`)
  return Promise.all(
    names.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8')
      // A checkout on Windows may have changed the line ends; that is no change of the migration.
      const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
      return { name: file.slice(0, -'.sql'.length), hash, text }
    }),
  )
}

/**
 * Brings the schema up to date: runs the migrations that this database has not had, in order, each in one transaction
 * together with the note that it ran. Several servers may start at once; one does the work, the others wait for it.
 * Returns the names of those that ran.
 * @throws Error when a migration that ran before has changed since, or is gone.
 */
export async function migrate(database: Database, log: Log, folder: URL = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  await runAlone(
    database,
    `create table if not exists schema_migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`,
  )
  const applied = await readApplied(database)
  refuseChanged(migrations, applied)
  const ran: string[] = []
  for (const migration of migrations) {
    if (applied.has(migration.name)) continue
    if (await apply(database, migration)) ran.push(migration.name)
  }
  if (ran.length) log.info({ ran }, 'the database schema is up to date')
  return ran
}

async function readApplied(database: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from schema_migrations`.execute(database.db)
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

function refuseChanged(migrations: Migration[], applied: Map<string, string>): void {
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]))
  for (const [name, hash] of applied) {
    const now = known.get(name)
    if (now === undefined)
      throw new Error(`The database has the migration ${name}, which this version does not know. It was used by a newer version.`)
    if (now !== hash) throw new Error(`The migration ${name} was changed after it ran. Undo the change and write a new migration.`)
  }
}

/** Returns false when another server ran it while this one waited. */
async function apply(database: Database, { name, hash, text }: Migration): Promise<boolean> {
  try {
    // Name and hash can't hold a quote: readMigrations checked the one and made the other.
    await runAlone(database, `insert into schema_migrations (name, hash) values ('${name}', '${hash}');\n${text}`)
    return true
  } catch (error) {
    if (violatesUnique(error, 'schema_migrations_pkey')) return false
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** Several statements sent as one string are one transaction in PostgreSQL, so the lock ends with them. */
function runAlone(database: Database, statements: string): Promise<void> {
  // Whoever waits for a table makes everybody behind them wait: after some seconds it is given up, and tried again at the next start.
  const before = `set local statement_timeout = 0; select pg_advisory_xact_lock(${LOCK}); set local lock_timeout = '${LOCK_WITHIN}'`
  return database.script(`${before}; ${statements}`)
}
