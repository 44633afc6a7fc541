import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type FileLock, lockFile } from '#server/platform/file-lock.ts'

const RETRY_MS = 200

type Build = {
  lockPath: string
  isFresh: () => boolean
  build: () => Promise<void>
  /** Called once if another process builds. */
  onWait: () => void
}

/** Builds when the result is stale, in one process at a time. The others wait, and then use the result. */
export async function buildWhenStale({ lockPath, isFresh, build, onWait }: Build): Promise<void> {
  // Without the lock: an installation whose folder can't be written has a finished build.
  if (isFresh()) return
  mkdirSync(dirname(lockPath), { recursive: true })
  const lock = lockFile(lockPath) ?? (onWait(), await waitForLock(lockPath))
  try {
    if (!isFresh()) await build()
  } finally {
    lock.release()
  }
}

async function waitForLock(path: string): Promise<FileLock> {
  for (;;) {
    await delay(RETRY_MS)
    const lock = lockFile(path)
    if (lock) return lock
  }
}
