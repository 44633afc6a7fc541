import { chmodSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process works in this data folder; two at once would lose what they acknowledged. */
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

export type DataFolderLock = { release(): void }

/**
 * Takes the whole data folder for this process, making the folder (mode 0700) when it is missing. The root of a volume that
 * belongs to somebody else and was opened to us, as in Kubernetes by `fsGroup`, keeps the rights that it has.
 * The kernel frees the lock when the process ends, however it ends, so nothing stale can stay behind.
 * @note No code of this process may open `lock.db` as a file: closing it would drop the lock (POSIX locks belong to the process).
 * @throws DataFolderInUse when another process, or another part of this one, holds it.
 */
export function acquireLock(dataDir: string): DataFolderLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  keepPrivate(dataDir)
  const file = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 })
  try {
    file.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    file.close()
    if (error instanceof Error && /locked/.test(error.message)) throw new DataFolderInUse(dataDir)
    throw error
  }
  return {
    release: () => {
      if (file.isOpen) file.close()
    },
  }
}

/** What lies in the folder has rights of its own where it matters (the secret, the database), so the folder's may be others'. */
function keepPrivate(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700)
  } catch (error) {
    const isOthers = error instanceof Error && 'code' in error && error.code === 'EPERM'
    if (!isOthers) throw error
  }
}
