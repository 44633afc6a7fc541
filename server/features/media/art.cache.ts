import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import type { Picture } from './art.picture.ts'

export type ArtCache = {
  /** The kept picture with the seconds it has left; null when there is none, or its time is over. */
  get(address: string): Promise<Picture | null>
  /** Keeps it for as long as it may be kept; one that may not be is left out. */
  put(address: string, picture: Picture): Promise<void>
  /** Removes what is over, and the oldest while all of it together takes more than it may. */
  sweep(): Promise<void>
}

/** One file a picture: a line of facts, then the bytes. */
type Facts = { type: string; untilMs: number }
const LONGEST_LINE = 200

/** Pictures on the disk of this machine, in a folder of their own that may be deleted at any time. */
export function createArtCache({ folder, clock, maxBytes }: { folder: string; clock: Clock; maxBytes: number }): ArtCache {
  const fileOf = (address: string) => join(folder, createHash('sha256').update(address).digest('hex'))
  const nowMs = () => clock.now().getTime()

  return {
    async get(address) {
      const file = fileOf(address)
      const bytes = await readFile(file).catch(() => null)
      if (!bytes) return null
      const facts = readFacts(bytes)
      const leftSeconds = facts ? Math.floor((facts.untilMs - nowMs()) / 1_000) : 0
      if (facts && leftSeconds > 0) return { type: facts.type, bytes: bytes.subarray(bytes.indexOf(10) + 1), maxAgeSeconds: leftSeconds }
      await rm(file, { force: true })
      return null
    },

    async put(address, { type, bytes, maxAgeSeconds }) {
      if (maxAgeSeconds <= 0) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const facts: Facts = { type, untilMs: nowMs() + maxAgeSeconds * 1_000 }
      // Readers never see half of a picture: it gets its name when it is whole.
      const unnamed = join(folder, `new-${randomUUID()}`)
      await writeFile(unnamed, Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), bytes]), { mode: 0o600 })
      await rename(unnamed, fileOf(address))
    },

    async sweep() {
      const kept: { file: string; size: number; untilMs: number }[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        const file = join(folder, name)
        const facts = readFacts(await readFile(file).catch(() => Buffer.alloc(0)))
        if (!facts || facts.untilMs <= nowMs()) await rm(file, { force: true })
        else kept.push({ file, size: (await stat(file).catch(() => ({ size: 0 }))).size, untilMs: facts.untilMs })
      }
      let total = kept.reduce((sum, { size }) => sum + size, 0)
      for (const { file, size } of kept.toSorted((one, two) => one.untilMs - two.untilMs)) {
        if (total <= maxBytes) break
        await rm(file, { force: true })
        total -= size
      }
    },
  }
}

function readFacts(bytes: Buffer): Facts | null {
  const end = bytes.subarray(0, LONGEST_LINE).indexOf(10)
  if (end < 0) return null
  try {
    const facts: unknown = JSON.parse(bytes.toString('utf8', 0, end))
    if (typeof facts !== 'object' || facts === null || !('type' in facts) || !('untilMs' in facts)) return null
    return typeof facts.type === 'string' && typeof facts.untilMs === 'number' ? { type: facts.type, untilMs: facts.untilMs } : null
  } catch {
    // A file that was cut by a power failure: as good as none.
    return null
  }
}
