import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Log } from '../observability/log.ts'
import { assertNeverUsed, hasManifest, writeManifest } from './data-folder.ts'
import type { Database } from './database.ts'
import { EmbeddedSession, type SessionLimits } from './embedded-session.ts'
import { embeddedDatabase } from './embedded-database.ts'
import { SessionMutex } from './session-mutex.ts'
import { acquireLock, type DataFolderLock } from './lock.ts'
import { memoryOptions } from './pglite-options.ts'
import type { OnStatement } from './statement.ts'
import { SpaceWatch } from './space-watch.ts'
import { syncPath, syncTree } from './synced-files.ts'
import { keepTidy } from './tidy.ts'

export type EmbeddedOptions = {
  dataDir: string
  log: Log
  /** Makes a database where none is, also in a folder that was used before: for what fills it right away. */
  isToBeFilled?: boolean
  /** The lock of the data folder, when the caller holds it already; it is then the caller's to release. */
  lock?: DataFolderLock
  limits?: Partial<SessionLimits>
  /** How long a transaction may ask nothing while others wait, before it is rolled back. */
  idleMs?: number
  onStatement?: OnStatement | undefined
}

/**
 * PostgreSQL inside this process: PGlite in a worker thread, made durable. Its files are in `<dataDir>/db`.
 * A folder that was used before never gets a new database.
 * @throws DataFolderInUse when another process has the folder; DataFolderUnusable; Error when its commits would not reach the disk.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const { dataDir, log, lock, limits, idleMs, onStatement, isToBeFilled = false } = options
  const held = lock ?? acquireLock(dataDir)
  const release = (): void => {
    if (!lock) held.release()
  }
  try {
    const folder = join(dataDir, 'db')
    if (!existsSync(folder)) {
      if (!isToBeFilled) assertNeverUsed(dataDir)
      await create(folder, log)
    }
    const space = new SpaceWatch()
    const session = new EmbeddedSession(folder, log, space, limits)
    await session.open()
    chmodSync(folder, 0o700)
    // A folder of an earlier version gets the marker now.
    if (!hasManifest(folder)) writeManifest(folder)
    const mutex = new SessionMutex(session, idleMs)
    const stopTidying = keepTidy(mutex, log)
    const close = async (): Promise<void> => {
      stopTidying()
      await session.close()
      noteFiles(folder, log)
      release()
    }
    return embeddedDatabase(mutex, close, { onStatement, space })
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Makes a new database beside its place, brings all of it to the disk, and only then gives it its name:
 * a first start that is cut short leaves nothing half made behind.
 */
async function create(folder: string, log: Log): Promise<void> {
  const started = performance.now()
  const making = `${folder}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { mode: 0o700 })
  const pglite = await PGlite.create({ ...memoryOptions, fs: new NodeFS(making) })
  await pglite.close()
  syncTree(making)
  renameSync(making, folder)
  syncPath(join(folder, '..'))
  // After the name: a marker without a database would keep the next start from making one.
  writeManifest(folder)
  log.info({ ms: Math.round(performance.now() - started) }, 'made a new embedded database')
}

/** What is not noted, the next start can't check; that is no reason to fail now. */
function noteFiles(folder: string, log: Log): void {
  try {
    writeManifest(folder)
  } catch (error) {
    log.warn({ err: error }, 'the files of the database could not be listed')
  }
}
