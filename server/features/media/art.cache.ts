import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import type { Picture } from './art.picture.ts'

export type ArtCache = {
  /** Returns the cached picture with its remaining seconds; null when it is missing or expired. */
  get(address: string): Promise<Picture | null>
  /** Caches a picture as long as its source allows. Deletes others when the cache is full. */
  put(address: string, picture: Picture): Promise<void>
  /** Deletes expired pictures, and the first to expire while the cache is too large. */
  cleanUp(): Promise<void>
}

/** A file has a header line and the bytes. */
type Header = { type: string; untilMs: number }
const MAX_HEADER_BYTES = 200
/** The share that is cleared at once when the cache is full: clearing reads every file. */
const CLEARED_SHARE = 1 / 4

/** Pictures in a local folder that may be deleted at any time. */
export function createArtCache({ folder, clock, maxBytes }: { folder: string; clock: Clock; maxBytes: number }): ArtCache {
  const pathOf = (address: string) => join(folder, createHash('sha256').update(address).digest('hex'))
  const nowMs = () => clock.now().getTime()

  /** Upper bound of the used bytes. Unknown before the first clear. */
  let usedBytes = Infinity
  let clearing: Promise<void> | null = null

  /** Deletes expired files, and the first to expire until `freeBytes` are free. */
  async function clear(freeBytes: number): Promise<void> {
    const files: CachedFile[] = []
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name)
      const header = await readHeader(file)
      if (!header || header.untilMs <= nowMs()) await rm(file, { force: true })
      else files.push({ file, ...header })
    }
    let total = files.reduce((sum, { size }) => sum + size, 0)
    for (const { file, size } of files.toSorted((a, b) => a.untilMs - b.untilMs)) {
      if (total + freeBytes <= maxBytes) break
      await rm(file, { force: true })
      total -= size
    }
    usedBytes = total
  }

  /** Concurrent writers share one clear. */
  function makeRoom(): Promise<void> {
    clearing ??= clear(maxBytes * CLEARED_SHARE).finally(() => (clearing = null))
    return clearing
  }

  return {
    async get(address) {
      const file = pathOf(address)
      const bytes = await readFile(file).catch(() => null)
      if (!bytes) return null
      const header = parseHeader(bytes)
      const leftSeconds = header ? Math.floor((header.untilMs - nowMs()) / 1_000) : 0
      if (header && leftSeconds > 0) return { type: header.type, bytes: bytes.subarray(bytes.indexOf(10) + 1), maxAgeSeconds: leftSeconds }
      await rm(file, { force: true })
      return null
    },

    async put(address, { type, bytes, maxAgeSeconds }) {
      if (maxAgeSeconds <= 0) return
      const header: Header = { type, untilMs: nowMs() + maxAgeSeconds * 1_000 }
      const content = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), bytes])
      if (usedBytes + content.length > maxBytes) await makeRoom()
      if (usedBytes + content.length > maxBytes) return
      usedBytes += content.length
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Renamed when complete, so that readers never see a partial file.
      const temporary = join(folder, `new-${randomUUID()}`)
      await writeFile(temporary, content, { mode: 0o600 })
      await rename(temporary, pathOf(address))
    },

    cleanUp: () => clear(0),
  }
}

type CachedFile = Header & { file: string; size: number }

/** A file's header and size; null for an unreadable file. */
async function readHeader(path: string): Promise<Omit<CachedFile, 'file'> | null> {
  const file = await open(path).catch(() => null)
  if (!file) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0)
    const header = parseHeader(buffer.subarray(0, bytesRead))
    return header && { ...header, size: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

function parseHeader(bytes: Buffer): Header | null {
  const end = bytes.subarray(0, MAX_HEADER_BYTES).indexOf(10)
  if (end < 0) return null
  try {
    const header: unknown = JSON.parse(bytes.toString('utf8', 0, end))
    if (typeof header !== 'object' || header === null || !('type' in header) || !('untilMs' in header)) return null
    return typeof header.type === 'string' && typeof header.untilMs === 'number' ? { type: header.type, untilMs: header.untilMs } : null
  } catch {
    // The file was truncated by a power failure.
    return null
  }
}
