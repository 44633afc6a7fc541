import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Log } from '../observability/log.ts'
import type { Database } from './database.ts'
import { violatesUnique } from './query-error.ts'

export const migrationsFolder = new URL('../../migrations/', import.meta.url)

/** One lock for all servers of one PostgreSQL database; any number, as long as it stays. */
const LOCK = 7_219_001

/** How long a migration may wait for a table that others use. */
const LOCK_WITHIN = '5s'

export type Migration = {
  name: string
  hash: string
  text: string
  /** From `-- works with NNNN`: a version whose last migration is this one, or a later one, can work on the tables afterwards. */
  worksWith: string | null
}

const WORKS_WITH = /^-- works with (\d{4})$/m

/** What is noted of a migration that ran; `works_with` is missing where a version ran it that did not note it yet. */
type Applied = { name: string; hash: string; works_with: string | null }

type MigrateOptions = {
  folder?: URL
  /** What reads every table by itself must know all of them: it refuses a database that a newer version has used. */
  refuseNewer?: boolean
}

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
      return { name: file.slice(0, -'.sql'.length), hash, text, worksWith: WORKS_WITH.exec(text)?.[1] ?? null }
    }),
  )
}

/**
 * Brings the schema up to date: runs the migrations that this database has not had, in order, each in one transaction
 * together with the note that it ran. Several servers may start at once; one does the work, the others wait for it.
 * Returns the names of those that ran. Migrations of the next version are fine, with a warning, when they say so (decision 0030).
 * @throws Error when a migration that ran before has changed since, or belongs to a newer version that this one can't work beside.
 */
export async function migrate(
  database: Database,
  log: Log,
  { folder = migrationsFolder, refuseNewer = false }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  await runAlone(database, notes)
  const applied = await readApplied(database)
  refuseChanged(migrations, applied)
  const newer = [...applied.values()].filter(({ name }) => !migrations.some((known) => known.name === name))
  if (newer.length) {
    if (refuseNewer) throw new Error(`The database has ${namesOf(newer)}, of a newer version. This can only be done with that version.`)
    refuseUnknown(migrations, applied, newer)
    log.warn({ migrations: namesOf(newer) }, 'a newer version has changed the tables; they say that this one can work on them')
    return []
  }
  const ran: string[] = []
  for (const migration of migrations) {
    if (applied.has(migration.name)) continue
    if (await apply(database, migration)) ran.push(migration.name)
  }
  if (ran.length) log.info({ ran }, 'the database schema is up to date')
  return ran
}

/** The column came later, and is added only where it is missing: even looking for it by `alter table` waits for everybody who reads. */
const notes = `
  create table if not exists schema_migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now(), works_with text);
  do $$ begin
    if not exists (select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'works_with') then
      alter table schema_migrations add column works_with text;
    end if;
  end $$`

const namesOf = (migrations: readonly { name: string }[]): string => migrations.map(({ name }) => name).join(', ')

async function readApplied(database: Database): Promise<Map<string, Applied>> {
  const { rows } = await sql<Applied>`select name, hash, works_with from schema_migrations order by name`.execute(database.db)
  return new Map(rows.map((row) => [row.name, row]))
}

function refuseChanged(migrations: readonly Migration[], applied: ReadonlyMap<string, Applied>): void {
  const changed = migrations.find(({ name, hash }) => applied.has(name) && applied.get(name)?.hash !== hash)
  if (changed) throw new Error(`The migration ${changed.name} was changed after it ran. Undo the change and write a new migration.`)
}

/** @throws Error unless each migration that we don't know says that it works with a version that ends where this one does */
function refuseUnknown(migrations: readonly Migration[], applied: ReadonlyMap<string, Applied>, newer: readonly Applied[]): void {
  const last = migrations.at(-1)?.name ?? ''
  const impossible = newer.filter(({ works_with: worksWith }) => worksWith === null || worksWith > last.slice(0, 4))
  if (impossible.length)
    throw new Error(
      `The database has ${namesOf(impossible)}, which this version does not know: it was used by a newer version, and only the ` +
        `release right before that one may still work on it. This one ends with ${last}.`,
    )
  const missing = migrations.filter(({ name }) => !applied.has(name))
  if (missing.length)
    throw new Error(`The database was used by a newer version, but never had ${namesOf(missing)} of this one. Start the newer version.`)
}

/** Returns false when another server ran it while this one waited. */
async function apply(database: Database, { name, hash, text, worksWith }: Migration): Promise<boolean> {
  try {
    // None of them can hold a quote: readMigrations checked the name, made the hash, and took four digits.
    const note = `insert into schema_migrations (name, hash, works_with) values ('${name}', '${hash}', ${worksWith ? `'${worksWith}'` : 'null'})`
    await runAlone(database, `${note};\n${text}`)
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
