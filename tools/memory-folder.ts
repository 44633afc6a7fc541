import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux keeps the files of this folder in memory. */
const MEMORY = '/dev/shm'
/** The tests use less than half of it at any time. */
const NEEDED_BYTES = 4 * 1024 ** 3

/**
 * Lets this process and its children create their temporary files in memory, where there is room and no TMPDIR is set. Databases wait for
 * the disk at each commit, and the tests wait with them.
 */
export function keepFilesInMemory(): void {
  if (process.env['TMPDIR'] || !hasRoom()) return
  const folder = mkdtempSync(join(MEMORY, 'wavelength-tests-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES
}
