import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Log } from '../observability/log.ts'
import type { Database } from './database.ts'
import { EmbeddedSession, type SessionLimits } from './embedded-session.ts'
import { overLane } from './lane-database.ts'
import { Lane } from './lane.ts'
import { acquireLock, type DataFolderLock } from './lock.ts'
import { memoryOptions } from './pglite-options.ts'
import type { OnStatement } from './statement.ts'
import { syncPath, syncTree } from './synced-files.ts'
import { keepTidy } from './tidy.ts'

export type EmbeddedOptions = {
  dataDir: string
  log: Log
  /** The lock of the data folder, when the caller holds it already; it is then the caller's to release. */
  lock?: DataFolderLock
  limits?: Partial<SessionLimits>
  /** How long a transaction may ask nothing while others wait, before it is rolled back. */
  idleMs?: number
  onStatement?: OnStatement | undefined
}

/**
 * PostgreSQL inside this process: PGlite in a worker thread, made durable. Its files are in `<dataDir>/db`.
 * @throws DataFolderInUse when another process has the folder; Error when its commits would not reach the disk.
 */
export async function openEmbedded({ dataDir, log, lock, limits, idleMs, onStatement }: EmbeddedOptions): Promise<Database> {
  const held = lock ?? acquireLock(dataDir)
  const release = (): void => {
    if (!lock) held.release()
  }
  try {
    const folder = join(dataDir, 'db')
    if (!existsSync(folder)) await create(folder, log)
    chmodSync(folder, 0o700)
    const session = new EmbeddedSession(folder, log, limits)
    await session.open()
    const lane = new Lane(session, idleMs)
    const stopTidying = keepTidy(lane, log)
    const close = async (): Promise<void> => {
      stopTidying()
      await session.close()
      release()
    }
    return overLane(lane, close, onStatement)
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
  log.info({ ms: Math.round(performance.now() - started) }, 'made a new embedded database')
}
