import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { isOutOfSpace } from './system-error.ts'

/** The embedded database writes its log in files of 16 MB; with less than two of them free, its next write may fail. */
const FREE_BYTES = 32 * 1024 * 1024
/** Large files leave this much free, because the rest of the product must be able to write as well. */
const RESERVE_BYTES = 4 * FREE_BYTES
const PROBE = 'write-test'
const PROBE_BYTES = 4_096

/**
 * Returns a function that writes a file into the folder and removes it again. Concurrent calls share one attempt.
 * @throws (from the returned function) AppError 'storage_full' when the disk is almost full; 'unavailable' when writing fails for
 *   another reason
 */
export function createWriteTest(folder: string): () => Promise<void> {
  let running: Promise<void> | null = null
  return () => {
    running ??= tryWriting(folder).finally(() => (running = null))
    return running
  }
}

async function tryWriting(folder: string): Promise<void> {
  const path = join(folder, PROBE)
  try {
    // These numbers ignore quotas, so a write follows.
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < FREE_BYTES) throw new AppError('storage_full', { folder, free: bavail * bsize })
    const file = await open(path, 'w', 0o600)
    try {
      await file.write(Buffer.alloc(PROBE_BYTES))
      await file.sync()
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError(isOutOfSpace(error) ? 'storage_full' : 'unavailable', { folder, reason: String(error) })
  }
}

/** @throws AppError 'storage_full' when the disk of this folder has no room for large files of this size */
export async function assertRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free - bytes < RESERVE_BYTES) throw new AppError('storage_full', { folder, free, bytes })
}
