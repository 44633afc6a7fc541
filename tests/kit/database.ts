import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Database } from '#server/platform/db/database.ts'
import { openMemoryDatabase, type MemoryDatabase } from '#server/platform/db/memory.ts'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { memoryOptions } from '#server/platform/db/embedded/pglite-options.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { createJobs } from '#server/platform/jobs/pg-boss-jobs.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { copyDatabase, migratedTemplate } from './postgres-copies.ts'

const modules = new URL('../../node_modules/', import.meta.url)
const cacheFolder = new URL('.cache/wavelength/', modules)
const silent = createLogs({ filter: 'off', pretty: false })('db')

/**
 * A new, migrated, empty database; close it when done. In memory, or on the server of TEST_DATABASE_URL: the same store tests then run on
 * PostgreSQL, each in its own database, which `close` drops.
 */
export async function testDatabase(): Promise<Database> {
  // The only place outside config.ts that reads the environment: this variable belongs to the test run, not to the product.
  const url = process.env['TEST_DATABASE_URL']
  return url ? freshPostgres(url) : freshMemory()
}

/** A database in memory without our tables, for tests of the code that creates them. */
export async function unmigratedDatabase(): Promise<MemoryDatabase> {
  return openMemoryDatabase({ dump: await smallDump() })
}

async function freshMemory(): Promise<Database> {
  return openMemoryDatabase({ dump: await migratedDump() })
}

async function migratedDump(): Promise<Blob> {
  return cached('migrated', await migratedParts(), async () => {
    const database = await openMemoryDatabase({ dump: await smallDump() })
    await migrate(database, silent)
    return database.dump()
  })
}

/** The inputs of the migrated database. */
async function migratedParts(): Promise<string[]> {
  return [...withoutTemplates, ...(await readMigrations()).map(({ name, hash }) => `${name} ${hash}`)]
}

/** With the tables of jobs. A server creates them at its first start, and that takes longer than everything else it does there. */
async function startedDump(): Promise<Blob> {
  return cached('started', await startedParts(), async () => {
    const database = await openMemoryDatabase({ dump: await migratedDump() })
    const jobs = createJobs({ database, log: silent })
    await jobs.start()
    await jobs.stop(0)
    return database.dump()
  })
}

async function startedParts(): Promise<string[]> {
  return [...(await migratedParts()), await readFile(new URL('pg-boss/package.json', modules), 'utf8')]
}

/**
 * Copies the files of a new embedded database into `folder`. That takes a fraction of the time in which PGlite loads a dump.
 * @param isMigrated as after the first start of a server: with our tables and those of jobs
 */
export async function copyEmbeddedDatabase(folder: string, { isMigrated = false } = {}): Promise<void> {
  cpSync(await embeddedTemplate(isMigrated), folder, { recursive: true })
}

/** The folder of a closed database that all copies start from. */
async function embeddedTemplate(isMigrated: boolean): Promise<URL> {
  const [name, parts] = isMigrated ? (['started', await startedParts()] as const) : (['bare', []] as const)
  return cachedAt(`${name}-${await cacheKey(parts)}`, async (own) => {
    const dump = await (isMigrated ? startedDump() : bareDump())
    const pglite = await PGlite.create({ ...memoryOptions, fs: new NodeFS(fileURLToPath(own)), loadDataDir: dump })
    await pglite.close()
  })
}

/** PostgreSQL needs more time to create a database than all our migrations together. */
function bareDump(): Promise<Blob> {
  return cached('bare', [], async () => (await openMemoryDatabase()).dump())
}

/** The same without the template databases: they are half of what each opening loads, and no test in memory creates a database. */
function smallDump(): Promise<Blob> {
  return cached('small', withoutTemplates, async () => {
    const database = await openMemoryDatabase({ dump: await bareDump() })
    // In separate statements: a database can't be dropped inside a transaction.
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

/** The cached dump for these `parts`, or a new one from `make`. */
async function cached(name: string, parts: string[], make: () => Promise<Blob>): Promise<Blob> {
  const file = await cachedAt(`${name}-${await cacheKey(parts)}.tar`, async (own) => writeFile(own, (await make()).stream()))
  return new Blob([await readFile(file)])
}

async function cacheKey(parts: readonly string[]): Promise<string> {
  const version = await readFile(new URL('@electric-sql/pglite/package.json', modules), 'utf8')
  return createHash('sha256')
    .update([version, ...parts].join('\n'))
    .digest('hex')
    .slice(0, 16)
}

/** A file or folder of the cache below node_modules, which may be deleted at any time. Creates it with `make` when it is missing. */
async function cachedAt(name: string, make: (own: URL) => Promise<void>): Promise<URL> {
  const found = new URL(name, cacheFolder)
  if (existsSync(found)) return found
  await mkdir(cacheFolder, { recursive: true })
  // Several test processes may do this at once: each renames a finished one into place, a folder only if there is none yet.
  const own = new URL(`${name}-${randomUUID()}`, cacheFolder)
  await make(own)
  await rename(own, found).catch(() => rm(own, { recursive: true }))
  return found
}

async function freshPostgres(url: string): Promise<Database> {
  const copy = await copyDatabase(url, await migratedTemplate(url))
  const database = await openPostgres({ databaseUrl: copy.url, log: silent, poolSize: 4 })
  return {
    ...database,
    close: async () => {
      await database.close()
      await copy.drop()
    },
  }
}
