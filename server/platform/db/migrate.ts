import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Log } from '../observability/log.ts'
import type { Database } from './database.ts'
import { violatesUnique } from './query-error.ts'

export const migrationsFolder = new URL('../../migrations/', import.meta.url)

/** One lock for all servers of one PostgreSQL database. The number is arbitrary but must not change. */
const LOCK = 7_219_001

/** How long a migration may wait for a table lock. */
const LOCK_WITHIN = '5s'

/** The schema of the database doesn't fit this version. The message is for the operator. */
export class SchemaRejected extends Error {
  override name = 'SchemaRejected'
}

export type Migration = {
  name: string
  hash: string
  text: string
  /** From `-- works with NNNN`: versions that end with this migration, or a later one, can still use the tables afterwards. */
  worksWith: string | null
}

const WORKS_WITH = /^-- works with (\d{4})$/m

/** A row of schema_migrations. `works_with` is null for migrations of versions that did not record it. */
type Applied = { name: string; hash: string; works_with: string | null }

type MigrateOptions = {
  folder?: URL
  /** Rejects a database that a newer version has used, for code that must know every table. */
  rejectNewer?: boolean
}

/** The migrations of `folder` in order, from files named `NNNN_what.sql`. Gaps in the numbers are fine, duplicates are not. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const wrong = names.find((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  if (wrong) throw new Error(`The migration ${wrong} must be named like 0042_what_it_makes.sql.`)
  const double = names.find((name, index) => names[index + 1]?.slice(0, 4) === name.slice(0, 4))
  if (double) throw new Error(`Two migrations have the number ${double.slice(0, 4)}.`)
  return Promise.all(
    names.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8')
      // A checkout on Windows may have changed the line ends.
      const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
      return { name: file.slice(0, -'.sql'.length), hash, text, worksWith: WORKS_WITH.exec(text)?.[1] ?? null }
    }),
  )
}

/**
 * Runs the missing migrations in order, each in one transaction together with its record. Several servers may start at once:
 * one migrates, the others wait. Returns the names of the migrations that ran.
 * Migrations of the next version are accepted, with a warning, when they declare it (decision 0030).
 * @throws SchemaRejected when an applied migration has changed, or belongs to a newer version that this one can't work with
 */
export async function migrate(
  database: Database,
  log: Log,
  { folder = migrationsFolder, rejectNewer = false }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  await runAlone(database, notes)
  const applied = await readApplied(database)
  assertUnchanged(migrations, applied)
  const newer = [...applied.values()].filter(({ name }) => !migrations.some((known) => known.name === name))
  if (newer.length) {
    if (rejectNewer) throw new SchemaRejected(`The database has ${namesOf(newer)}, of a newer version. Only that version can do this.`)
    assertCompatible(migrations, applied, newer)
    log.warn({ migrations: namesOf(newer) }, 'a newer version has migrated the database; this version is declared compatible')
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

/** Adds the newer column only where it is missing: `alter table` would wait for every reader even without a change. */
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

function assertUnchanged(migrations: readonly Migration[], applied: ReadonlyMap<string, Applied>): void {
  const changed = migrations.find(({ name, hash }) => applied.has(name) && applied.get(name)?.hash !== hash)
  if (changed)
    throw new SchemaRejected(`The migration ${changed.name} was changed after it ran. Undo the change and write a new migration.`)
}

const remedy = 'Start the newer version again, or restore a backup from before the update.'

/** @throws SchemaRejected unless each unknown migration declares that it works with this version */
function assertCompatible(migrations: readonly Migration[], applied: ReadonlyMap<string, Applied>, newer: readonly Applied[]): void {
  const last = migrations.at(-1)?.name ?? ''
  const impossible = newer.filter(({ works_with: worksWith }) => worksWith === null || worksWith > last.slice(0, 4))
  if (impossible.length)
    throw new SchemaRejected(
      `The database has ${namesOf(impossible)}, which this version does not know: it was used by a newer version, and only the ` +
        `release right before that one may still work on it. This one ends with ${last}. ${remedy}`,
    )
  const missing = migrations.filter(({ name }) => !applied.has(name))
  if (missing.length)
    throw new SchemaRejected(`The database was used by a newer version, but lacks ${namesOf(missing)} of this version. ${remedy}`)
}

/** Returns false when another server ran it while this one waited. */
async function apply(database: Database, { name, hash, text, worksWith }: Migration): Promise<boolean> {
  try {
    // Safe without quoting: readMigrations checked the name, computed the hash, and matched four digits.
    const note = `insert into schema_migrations (name, hash, works_with) values ('${name}', '${hash}', ${worksWith ? `'${worksWith}'` : 'null'})`
    await runAlone(database, `${note};\n${text}`)
    return true
  } catch (error) {
    if (violatesUnique(error, 'schema_migrations_pkey')) return false
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** PostgreSQL runs several statements in one string as one transaction, so the lock ends with them. */
function runAlone(database: Database, statements: string): Promise<void> {
  // A statement that waits for a table lock blocks all statements behind it. So it fails after some seconds; the next start retries.
  const before = `set local statement_timeout = 0; select pg_advisory_xact_lock(${LOCK}); set local lock_timeout = '${LOCK_WITHIN}'`
  return database.script(`${before}; ${statements}`)
}
