import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Log } from '../../observability/log.ts'
import { assertNeverUsed, DataFolderUnusable, hasManifest, writeManifest } from './data-folder.ts'
import type { Database } from '../database.ts'
import { EmbeddedSession, type SessionLimits } from './embedded-session.ts'
import { embeddedDatabase } from './embedded-database.ts'
import { SessionMutex } from './session-mutex.ts'
import { acquireLock, type DataFolderLock } from './data-folder-lock.ts'
import type { OnStatement } from '../statement.ts'
import { DiskFullMonitor } from '../disk-full-monitor.ts'
import { syncPath, syncTree } from './synced-files.ts'
import { startMaintenance } from '../maintenance.ts'
import { isOutOfSpace, isSystemError } from '../../system-error.ts'
import { CREATE_SYSTEM_ERROR } from './embedded-protocol.ts'

export type EmbeddedOptions = {
  dataDir: string
  log: Log
  /** Creates a database if there is none, even in a folder that was used before. For callers that fill it right away. */
  allowUsedFolder?: boolean
  /** The lock of the data folder, if the caller has it already. The caller then releases it. */
  lock?: DataFolderLock
  limits?: Partial<SessionLimits>
  /** How long a transaction may be idle while others wait, before it is rolled back. */
  idleMs?: number
  onStatement?: OnStatement | undefined
}

/**
 * PostgreSQL inside this process: a durable PGlite in a worker thread. Its files are in `<dataDir>/db`.
 * A folder that was used before never gets a new database.
 * @throws DataFolderInUse when another process has the folder; DataFolderUnusable; TooLittleMemory; Error when its commits would not be durable
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const { dataDir, log, lock, limits, idleMs, onStatement, allowUsedFolder: allowsUsedFolder = false } = options
  const dataLock = lock ?? acquireLock(dataDir)
  const release = (): void => {
    if (!lock) dataLock.release()
  }
  try {
    const folder = join(dataDir, 'db')
    if (!existsSync(folder)) {
      if (!allowsUsedFolder) assertNeverUsed(dataDir)
      await create(folder, log).catch((error: unknown) => {
        if (!isSystemError(error)) throw error
        throw new DataFolderUnusable(dataDir, isOutOfSpace(error) ? 'full' : 'system', error.message)
      })
    }
    const space = new DiskFullMonitor()
    const session = new EmbeddedSession(folder, log, space, limits)
    await session.open()
    chmodSync(folder, 0o700)
    // Folders of earlier versions have no marker.
    if (!hasManifest(folder)) writeManifest(folder)
    const mutex = new SessionMutex(session, idleMs)
    const stopMaintenance = startMaintenance(mutex, log)
    const close = async (): Promise<void> => {
      stopMaintenance()
      await session.close()
      saveManifest(folder, log)
      release()
    }
    return embeddedDatabase(mutex, close, { onStatement, space })
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Creates a new database in a temporary folder, syncs it to the disk, and only then renames it: a first start that is
 * interrupted leaves nothing half done.
 */
async function create(folder: string, log: Log): Promise<void> {
  const started = performance.now()
  const making = `${folder}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { mode: 0o700 })
  await initialize(making)
  syncTree(making)
  renameSync(making, folder)
  syncPath(join(folder, '..'))
  // After the rename: a marker without a database would block the next start.
  writeManifest(folder)
  log.info({ ms: Math.round(performance.now() - started) }, 'created a new embedded database')
}

/**
 * In a separate process: this takes several hundred megabytes, which V8 returns late. Code that runs once needs no optimization:
 * without that it takes half of the time and of the memory (1.0 GB and 7 s otherwise, 0.5 GB and 4 s).
 */
async function initialize(folder: string): Promise<void> {
  const script = fileURLToPath(new URL('create-embedded.ts', import.meta.url))
  try {
    await promisify(execFile)(process.execPath, ['--liftoff-only', script, folder])
  } catch (error) {
    if (wasKilled(error)) throw new TooLittleMemory()
    throw systemErrorOf(error) ?? error
  }
}

/** The kernel, or the limit of a container, ends a process that takes too much memory. */
const wasKilled = (error: unknown): boolean => error instanceof Error && 'signal' in error && error.signal === 'SIGKILL'

/** The error of the operating system that ended the process, such as `ENOSPC: no space left on device, write`. */
function systemErrorOf(error: unknown): Error | null {
  if (!(error instanceof Error && 'code' in error && error.code === CREATE_SYSTEM_ERROR && 'stderr' in error)) return null
  const message = String(error.stderr).trim()
  return Object.assign(new Error(message), { code: message.split(':')[0] })
}

/** The embedded database could not be created. The message is for the operator. */
export class TooLittleMemory extends Error {
  override name = 'TooLittleMemory'

  constructor() {
    super(
      'The embedded database could not be created: the system ended the process, most likely for lack of memory. A first start needs ' +
        '1 GB for a few seconds. Give it that much, or set DATABASE_URL.',
    )
  }
}

/** Without the list, the next start can't check these files; this start need not fail. */
function saveManifest(folder: string, log: Log): void {
  try {
    writeManifest(folder)
  } catch (error) {
    log.warn({ err: error }, 'writing the manifest of the database failed')
  }
}
