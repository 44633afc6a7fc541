import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type FileLock, lockFile } from '../../file-lock.ts'
import { isSystemError } from '../../system-error.ts'
import { DataFolderUnusable } from './data-folder.ts'

/** Another process uses this data folder; two at once would lose acknowledged data. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
  readonly dataDir: string

  constructor(dataDir: string) {
    super(
      `The data folder ${resolve(dataDir)} is in use by another Wavelength server. Stop that one first, or set DATA_DIR to another folder.`,
    )
    this.dataDir = dataDir
  }
}

const LOCK = 'lock.db'

/** Whether a server has used this data folder before. */
export const wasDataFolderUsed = (dataDir: string): boolean => existsSync(join(dataDir, LOCK))

export type DataFolderLock = FileLock

/**
 * Locks the data folder for this process; creates the folder (mode 0700) when it is missing. A volume root that belongs to
 * another user, as in Kubernetes with `fsGroup`, keeps its permissions.
 * @throws DataFolderInUse when another process, or other code of this one, has the lock; DataFolderUnusable when it can't be written
 */
export function acquireLock(dataDir: string): DataFolderLock {
  const lock = openLock(dataDir)
  if (!lock) throw new DataFolderInUse(dataDir)
  return lock
}

/** Whether a process uses the data folder. Changes nothing there. @throws DataFolderUnusable when the lock can't be read */
export function isDataFolderInUse(dataDir: string): boolean {
  if (!wasDataFolderUsed(dataDir)) return false
  let file: DatabaseSync | null = null
  try {
    file = new DatabaseSync(join(dataDir, LOCK), { readOnly: true, timeout: 0 })
    file.exec('select 1 from sqlite_schema')
    return false
  } catch (error) {
    if (error instanceof Error && /locked/.test(error.message)) return true
    throw unusableError(dataDir, error)
  } finally {
    file?.close()
  }
}

function openLock(dataDir: string): FileLock | null {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    restrictToOwner(dataDir)
    return lockFile(join(dataDir, LOCK))
  } catch (error) {
    throw unusableError(dataDir, error)
  }
}

/** Explains what the system or SQLite rejected; other errors are bugs. */
function unusableError(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  if (error.code === 'EEXIST' || error.code === 'ENOTDIR')
    return new DataFolderUnusable(dataDir, 'system', `there is a file in its place (${error.message})`)
  return error.code === 'ERR_SQLITE_ERROR' || isSystemError(error) ? new DataFolderUnusable(dataDir, 'system', error.message) : error
}

/** Private files (the secret, the database) have their own permissions, so the folder's may differ. */
function restrictToOwner(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700)
  } catch (error) {
    const isOthers = error instanceof Error && 'code' in error && error.code === 'EPERM'
    if (!isOthers) throw error
  }
}
