import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { assertEmpty } from '#server/platform/db/copy.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { longTransaction } from '#server/platform/db/long-transaction.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { advanceCounters, digestOf, readRows, writeRows } from '#server/platform/db/table-rows.ts'
import { type Table, tableName, tablesOf } from '#server/platform/db/tables.ts'

/** A backup is a folder: a manifest, one file of rows per table, the pictures, and the secret that encrypts them. */
const NOTE = 'backup.json'
const OWNER_ONLY = 0o600
const BATCH_ROWS = 500

/**
 * Tables that are not restored: they would open again sign-ins that were ended after the backup, and send its emails a second time.
 * A restored sign-in of a thief would also receive push.
 */
const notRestored: ReadonlySet<string> = new Set([
  'identity.session',
  'identity.verification',
  'public.file_sessions',
  'public.identity_codes',
  'public.mail_outbox',
  'public.oauth_states',
  'public.push_subscriptions',
])

/** Why a backup can't be made or restored, as a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const note = z.object({
  format: z.literal(1),
  made_at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), checksum: z.string() })),
  has_files: z.boolean(),
  has_secret: z.boolean(),
})
export type BackupNote = z.output<typeof note>

const rowsFile = (folder: string, table: Table) => join(folder, 'tables', `${tableName(table)}.ndjson.gz`)
const migrationNames = async () => (await readMigrations()).map(({ name }) => name)

type BackupSource = { database: Database; dataDir: string; now: Date }

/**
 * Writes a whole installation into a new folder: one snapshot of the database, then the pictures. The list of deleted accounts is left out
 * on purpose: the current one must outlive every backup.
 * @throws BackupError when the folder exists. A failed backup leaves nothing behind.
 */
export async function writeBackup(folder: string, source: BackupSource): Promise<BackupNote> {
  if (existsSync(folder)) throw new BackupError(`${folder} exists already; a backup is always a new folder.`)
  const making = `${folder}.making`
  await rm(making, { recursive: true, force: true })
  try {
    const made = await writeInto(making, source)
    await rename(making, folder)
    return made
  } catch (error) {
    // The original failure is more important than a failed removal.
    await rm(making, { recursive: true, force: true }).catch(() => undefined)
    throw error
  }
}

async function writeInto(making: string, { database, dataDir, now }: BackupSource): Promise<BackupNote> {
  await mkdir(join(making, 'tables'), { recursive: true, mode: 0o700 })
  const writeTables = async (tx: Db): Promise<BackupNote['tables']> => {
    const written: BackupNote['tables'] = []
    for (const table of await tablesOf(tx)) {
      await pipeline(
        Readable.from(asLines(readRows(tx, table))),
        createGzip(),
        createWriteStream(rowsFile(making, table), { mode: OWNER_ONLY }),
      )
      written.push({ name: tableName(table), ...(await digestOf(tx, table)) })
    }
    return written
  }
  const tables = await longTransaction(database.db, writeTables, 'repeatable read')
  const made: BackupNote = {
    format: 1,
    made_at: now.toISOString(),
    migrations: await migrationNames(),
    tables,
    has_files: await copyIfExists(join(dataDir, 'files'), join(making, 'files')),
    has_secret: await copyIfExists(join(dataDir, 'secret'), join(making, 'secret')),
  }
  await writeFile(join(making, NOTE), `${JSON.stringify(made, null, 2)}\n`, { mode: OWNER_ONLY })
  return made
}

/**
 * Restores a backup into an empty installation without its sign-ins, and compares every restored table with the backup's manifest.
 * Everyone must sign in again. Returns the manifest of the restored tables.
 * @throws BackupError for a folder that is not a backup, is damaged, or was made by another version; TargetNotEmpty
 */
export async function readBackup(
  folder: string,
  { database, dataDir, now }: { database: Database; dataDir: string; now: Date },
): Promise<BackupNote> {
  const made = await readNote(folder)
  const existing = await migrationNames()
  if (existing.join() !== made.migrations.join()) {
    throw new BackupError('This backup was made by another version. Restore it with that version, and then start this one on it.')
  }
  const places = { files: join(dataDir, 'files'), secret: join(dataDir, 'secret') }
  if (made.has_files && existsSync(places.files)) throw new BackupError(`There are pictures in ${places.files} already.`)
  if (made.has_secret && existsSync(places.secret) && !(await isSame(join(folder, 'secret'), places.secret))) {
    throw new BackupError(`${places.secret} differs from the backup’s secret, so encrypted data in the backup could not be decrypted.`)
  }
  await longTransaction(database.db, async (tx) => {
    const tables = await tablesOf(tx)
    for (const table of tables) await assertEmpty(tx, table)
    for (const table of tables.filter((entry) => !notRestored.has(tableName(entry)))) {
      await eachBatch(rowsFile(folder, table), (lines) => writeRows(tx, table, lines))
      const tableEntry = made.tables.find(({ name }) => name === tableName(table))
      const found = await digestOf(tx, table)
      if (tableEntry?.rows !== found.rows || tableEntry.checksum !== found.checksum) {
        throw new BackupError(
          `${tableName(table)} is damaged in this backup: ${tableEntry?.rows ?? 0} rows were recorded, ${found.rows} were found. Nothing was restored.`,
        )
      }
    }
    // Tokens of other issuers have no session here.
    await sql`update people set tokens_valid_after = ${now}`.execute(tx)
    await advanceCounters(tx)
  })
  await copyIfExists(join(folder, 'files'), places.files)
  if (!existsSync(places.secret)) await copyIfExists(join(folder, 'secret'), places.secret)
  return { ...made, tables: made.tables.filter(({ name }) => !notRestored.has(name)) }
}

/** The manifest of a backup. @throws BackupError for a folder that is not a backup */
export async function readNote(folder: string): Promise<BackupNote> {
  const parsed = note.safeParse(
    await readFile(join(folder, NOTE), 'utf8')
      .then(JSON.parse)
      .catch(() => null),
  )
  if (!parsed.success) throw new BackupError(`${folder} is not a Wavelength backup: its ${NOTE} is missing or not readable.`)
  return parsed.data
}

async function* asLines(batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const lines of batches) yield `${lines.join('\n')}\n`
}

async function eachBatch(file: string, work: (lines: string[]) => Promise<void>): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`${file} is missing from the backup.`)
  let batch: string[] = []
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(line)
    if (batch.length < BATCH_ROWS) continue
    await work(batch)
    batch = []
  }
  if (batch.length > 0) await work(batch)
}

async function copyIfExists(from: string, to: string): Promise<boolean> {
  if (!existsSync(from)) return false
  await cp(from, to, { recursive: true, preserveTimestamps: true })
  return true
}

const isSame = async (a: string, b: string) => (await readFile(a, 'utf8')).trim() === (await readFile(b, 'utf8')).trim()
