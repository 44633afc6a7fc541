import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import type { Picture } from './art.picture.ts'

export type ArtCache = {
  /** The kept picture with the seconds it has left; null when there is none, or its time is over. */
  get(address: string): Promise<Picture | null>
  /** Keeps it for as long as it may be kept; one that may not be is left out. Others make room where all take too much. */
  put(address: string, picture: Picture): Promise<void>
  /** Removes what is over, and the oldest while all of it together takes more than it may. */
  sweep(): Promise<void>
}

/** One file a picture: a line of facts, then the bytes. */
type Facts = { type: string; untilMs: number }
const LONGEST_LINE = 200
/** What is cleared at once when there is no room: a look at every file, for which many pictures can come. */
const CLEARED_PART = 1 / 4

/** Pictures on the disk of this machine, in a folder of their own that may be deleted at any time. */
export function createArtCache({ folder, clock, maxBytes }: { folder: string; clock: Clock; maxBytes: number }): ArtCache {
  const fileOf = (address: string) => join(folder, createHash('sha256').update(address).digest('hex'))
  const nowMs = () => clock.now().getTime()

  /** What lies there at most, in bytes: what the last look saw and everything since. Not known before the first. */
  let heldBytes = Infinity
  let clearing: Promise<void> | null = null

  /** Removes what is over, and the first to end until so many bytes are free. */
  async function clear(freeBytes: number): Promise<void> {
    const kept: Kept[] = []
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name)
      const facts = await lookAt(file)
      if (!facts || facts.untilMs <= nowMs()) await rm(file, { force: true })
      else kept.push({ file, ...facts })
    }
    let total = kept.reduce((sum, { size }) => sum + size, 0)
    for (const { file, size } of kept.toSorted((one, two) => one.untilMs - two.untilMs)) {
      if (total + freeBytes <= maxBytes) break
      await rm(file, { force: true })
      total -= size
    }
    heldBytes = total
  }

  /** However many pictures find no room, it is made once. */
  function makeRoom(): Promise<void> {
    clearing ??= clear(maxBytes * CLEARED_PART).finally(() => (clearing = null))
    return clearing
  }

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
      const facts: Facts = { type, untilMs: nowMs() + maxAgeSeconds * 1_000 }
      const whole = Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), bytes])
      if (heldBytes + whole.length > maxBytes) await makeRoom()
      if (heldBytes + whole.length > maxBytes) return
      heldBytes += whole.length
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Readers never see half of a picture: it gets its name when it is whole.
      const unnamed = join(folder, `new-${randomUUID()}`)
      await writeFile(unnamed, whole, { mode: 0o600 })
      await rename(unnamed, fileOf(address))
    },

    sweep: () => clear(0),
  }
}

type Kept = Facts & { file: string; size: number }

/** A file's facts and size; null for one that is none of ours, or gone. */
async function lookAt(path: string): Promise<Omit<Kept, 'file'> | null> {
  const file = await open(path).catch(() => null)
  if (!file) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_LINE), 0, LONGEST_LINE, 0)
    const facts = readFacts(buffer.subarray(0, bytesRead))
    return facts && { ...facts, size: (await file.stat()).size }
  } finally {
    await file.close()
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
