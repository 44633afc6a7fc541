import { DatabaseSync } from 'node:sqlite'

export type FileLock = { release(): void }

/**
 * Locks a file for this process, and creates it when it is missing. Returns null if another process, or other code of this one, has the lock.
 * The kernel releases the lock when the process ends, even after a crash, so it never goes stale.
 * @note No code of this process may open the file otherwise: closing it would drop the lock (POSIX locks belong to the process).
 * @throws Error of SQLite when the file can't be written
 */
export function lockFile(path: string): FileLock | null {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    file.close()
    if (error instanceof Error && /locked/.test(error.message)) return null
    throw error
  }
  return {
    release: () => {
      if (file.isOpen) file.close()
    },
  }
}
