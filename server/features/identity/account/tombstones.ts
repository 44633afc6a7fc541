import { createHash } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Uid } from '#contract/base/ids.ts'

const FILE = 'erased'
const OWNER_ONLY = 0o600

export type Tombstones = ReturnType<typeof createTombstones>

/**
 * Who was deleted, outside of the database: a backup of it that is put back brings them back, and this list takes them out
 * again at the start. Hashes only, one a line: it tells nobody who they were. Keep this file when you put a backup back.
 */
export function createTombstones({ dataDir }: { dataDir: string }) {
  const path = join(dataDir, FILE)
  return {
    /** Notes a deletion; once this resolves it outlives a power cut. Noting one twice is harmless. */
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

    /** Every hash that was noted. A line that was cut off by a power cut is none. */
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
