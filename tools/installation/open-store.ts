import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatCheck, StartRejected } from '#server/checks/checks.ts'
import { checkPostgres } from '#server/checks/database.check.ts'
import { type Config, ConfigError, databaseAddress, readAddress } from '#server/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { assertNeverUsed } from '#server/platform/db/embedded/data-folder.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { TargetNotEmpty } from '#server/platform/db/copy.ts'
import { createLogs, type Logs } from '#server/platform/observability/log.ts'
import { printError } from '#tools/exit-with.ts'
import { BackupError } from './backup-folder.ts'

/** No statement of a copy takes nearly as long, but one side waits for the other. The limit only detects lost connections. */
const TIMEOUT_MS = 6 * 3_600_000
const logs: Logs = createLogs({ filter: 'db=warn', pretty: true })

/** Whether it is the address of a PostgreSQL server; otherwise it is a data folder. */
export const isAddress = (place: string): boolean => /^postgres(ql)?:\/\//.test(place)

type OpenStoreOptions = {
  mayBeNew?: boolean
  /** The timeout of an answer, and of an idle transaction, before the connection counts as lost. */
  patienceMs?: number
}

/**
 * Opens the database of an operator's argument: the address of a PostgreSQL server, or a data folder. Updates its schema, so that two
 * databases opened like this have the same tables.
 * @throws ConfigError for a missing data folder or an invalid address; StartRejected when PostgreSQL rejects the connection; DataFolderInUse while a server runs
 * on it
 */
export async function openStore(place: string, { mayBeNew = false, patienceMs = TIMEOUT_MS }: OpenStoreOptions = {}): Promise<Database> {
  if (isAddress(place)) {
    readAddress('The address of PostgreSQL', place, databaseAddress)
    await assertReachable(place)
  } else if (!mayBeNew) assertDataFolder(place)
  const log = logs('db')
  const limits = { queryMs: patienceMs, scriptMs: TIMEOUT_MS, openMs: TIMEOUT_MS }
  const database = isAddress(place)
    ? await openPostgres({ databaseUrl: place, log, answerWithinMs: patienceMs })
    : await openEmbedded({ dataDir: place, log, limits, idleMs: patienceMs, allowUsedFolder: mayBeNew })
  try {
    // Tables that this version does not know would be skipped silently.
    await migrate(database, log, { rejectNewer: true })
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/**
 * For a command on an existing installation, which must not create one. With PostgreSQL its tables are the installation, and the data folder
 * may be new.
 * @throws ConfigError when there is none; DataFolderUnusable when its database is missing; StartRejected when PostgreSQL rejects the connection
 */
export async function assertInstalled({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<void> {
  if (databaseUrl === null) return assertDataFolder(dataDir)
  await assertReachable(databaseUrl)
  const database = await openPostgres({ databaseUrl, log: logs('db') })
  try {
    const found = await database.query("select 1 where to_regclass('schema_migrations') is not null")
    if (found.length === 0) throw new ConfigError('The database of DATABASE_URL has no installation: it has no tables of Wavelength.')
  } finally {
    await database.close()
  }
}

function assertDataFolder(dataDir: string): void {
  if (existsSync(join(dataDir, 'db'))) return
  assertNeverUsed(dataDir)
  throw new ConfigError(`There is no data folder at ${dataDir}.`)
}

async function assertReachable(address: string): Promise<void> {
  const finding = await checkPostgres(address)
  if (finding.preventsStart) throw new StartRejected(formatCheck({ component: 'database', ...finding }))
}

/** Runs an operator's command: expected errors print a message and exit with code 1, bugs show their stack. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    printError(error, [TargetNotEmpty, BackupError])
    process.exitCode = 1
  }
}
