import { createHash } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Uid } from '#contract/base/ids.ts'

const FILE = 'erased'
const OWNER_ONLY = 0o600

export type Tombstones = ReturnType<typeof createTombstones>

/**
 * Deleted users, stored outside the database. A restored backup brings them back, and the start deletes them again.
 * The file has one hash per line, so it reveals no user. Keep it when you restore a backup.
 */
export function createTombstones({ dataDir }: { dataDir: string }) {
  const path = join(dataDir, FILE)
  return {
    /** Adds a user. When it resolves, the entry survives a power cut. Repeating it is harmless. */
    async add(uid: Uid): Promise<void> {
      await mkdir(dataDir, { recursive: true })
      const file = await open(path, 'a', OWNER_ONLY)
      try {
        await file.write(`${hashOf(uid)}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      const folder = await open(dataDir, 'r')
      try {
        await folder.sync()
      } finally {
        await folder.close()
      }
    },

    /** All hashes. A line that a power cut truncated is ignored. */
    async read(): Promise<string[]> {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
        throw error
      })
      return [...new Set(text.split('\n').filter((line) => /^[0-9a-f]{64}$/.test(line)))]
    },
  }
}

const hashOf = (uid: Uid) => createHash('sha256').update(uid).digest('hex')
