import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { Client } from 'pg'
import type { Database } from '#server/platform/db/database.ts'
import { openMemoryDatabase, type MemoryDatabase } from '#server/platform/db/memory.ts'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { memoryOptions } from '#server/platform/db/pglite-options.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { createLogs } from '#server/platform/log.ts'

const modules = new URL('../../node_modules/', import.meta.url)
const cacheFolder = new URL('.cache/wavelength/', modules)
const silent = createLogs({ filter: 'off', pretty: false })('db')

/**
 * A fresh, migrated, empty database; close it when done. In memory, or where TEST_DATABASE_URL points to: the same store
 * tests then run on PostgreSQL, each in a database of its own that is dropped at `close`.
 */
export async function testDatabase(): Promise<Database> {
  // Tests are the one place outside config.ts that reads the environment: this variable is of the test run, not of the product.
  const url = process.env['TEST_DATABASE_URL']
  return url ? freshPostgres(url) : freshMemory()
}

/** A database in memory without any of our tables, for tests of what makes them. */
export async function unmigratedDatabase(): Promise<MemoryDatabase> {
  return openMemoryDatabase({ dump: await smallDump() })
}

async function freshMemory(): Promise<Database> {
  return openMemoryDatabase({ dump: await migratedDump() })
}

async function migratedDump(): Promise<Blob> {
  const hashes = (await readMigrations()).map(({ name, hash }) => `${name} ${hash}`)
  return cached('migrated', [...withoutTemplates, ...hashes], async () => {
    const database = await openMemoryDatabase({ dump: await smallDump() })
    await migrate(database, silent)
    return database.dump()
  })
}

/** Puts the files of a new embedded database into `folder`, faster than a first start makes them. */
export async function placeEmbeddedDatabase(folder: string, { isMigrated = false } = {}): Promise<void> {
  await mkdir(folder, { recursive: true })
  const dump = await (isMigrated ? migratedDump() : bareDump())
  const pglite = await PGlite.create({ ...memoryOptions, fs: new NodeFS(folder), loadDataDir: dump })
  await pglite.close()
}

/** Making a database takes PostgreSQL longer than all our migrations together. */
function bareDump(): Promise<Blob> {
  return cached('bare', [], async () => (await openMemoryDatabase()).dump())
}

/** The same without the databases that new ones are copied from: half of what each opening loads, and no test makes one in memory. */
function smallDump(): Promise<Blob> {
  return cached('small', withoutTemplates, async () => {
    const database = await openMemoryDatabase({ dump: await bareDump() })
    // Each by itself: a database can't be dropped inside a transaction.
    for (const statement of withoutTemplates) await database.script(statement)
    return database.dump()
  })
}

const withoutTemplates = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'checkpoint',
]

/** What `make` made for these `parts` before, or makes now. A cache below node_modules: deleting it is always safe. */
async function cached(name: string, parts: string[], make: () => Promise<Blob>): Promise<Blob> {
  const version = await readFile(new URL('@electric-sql/pglite/package.json', modules), 'utf8')
  const key = createHash('sha256')
    .update([version, ...parts].join('\n'))
    .digest('hex')
    .slice(0, 16)
  const file = new URL(`${name}-${key}.tar`, cacheFolder)
  const found = await readFile(file).catch(() => null)
  if (found) return new Blob([found])
  const made = await make()
  await mkdir(cacheFolder, { recursive: true })
  // Several test processes may do this at once; each renames a whole file into place.
  const own = new URL(`${name}-${key}.${randomUUID()}`, cacheFolder)
  await writeFile(own, made.stream())
  await rename(own, file)
  return made
}

async function freshPostgres(url: string): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = await migratedTemplate(url)
  await administer(url, (admin) => admin.query(`create database ${name} template ${template}`))
  const database = await openPostgres({ databaseUrl: withDatabase(url, name), log: silent, poolSize: 4 })
  return {
    ...database,
    close: async () => {
      await database.close()
      await administer(url, (admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** A database with all migrations, made once a server and copied for each test file. */
async function migratedTemplate(url: string): Promise<string> {
  const hashes = (await readMigrations()).map(({ name, hash }) => `${name} ${hash}`)
  const name = `template_${createHash('sha256').update(hashes.join('\n')).digest('hex').slice(0, 16)}`
  await administer(url, async (admin) => {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    await admin.query(`drop database if exists ${name}_making with (force)`) // left by a run that was cut short
    await admin.query(`create database ${name}_making`)
    const database = await openPostgres({ databaseUrl: withDatabase(url, `${name}_making`), log: silent, poolSize: 1 })
    try {
      await migrate(database, silent)
    } finally {
      await database.close()
    }
    await admin.query(`alter database ${name}_making rename to ${name}`)
  })
  return name
}

/** One at a time on the whole server: a template can't be copied by two at once, nor while anybody is connected to it. */
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
