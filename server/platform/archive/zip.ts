import { open, type FileHandle } from 'node:fs/promises'
import { createInflateRaw, crc32 } from 'node:zlib'
import { ArchiveError } from './archive-error.ts'
import { readAt, readDirectory, type DirectoryLimits, type ZipEntry } from './zip-directory.ts'

export type ZipLimits = DirectoryLimits & {
  /** Unpacked bytes of one file. */
  entryBytes: number
  /** Unpacked bytes of all files that are read. */
  totalBytes: number
  /** Unpacked against packed bytes of one file. Honest text stays under 50; a bomb reaches 1,000. */
  ratio: number
}

export type Zip = {
  entries: readonly ZipEntry[]
  /**
   * The unpacked bytes of one file, piece by piece. Stopping early is fine.
   * `onPacked` is told how many packed bytes were taken, for progress.
   * @throws ArchiveError also late: sizes and checksum are known only at the end
   */
  read(entry: ZipEntry, onPacked?: (bytes: number) => void): AsyncGenerator<Buffer>
  close(): Promise<void>
}

const LOCAL_BYTES = 30
const LOCAL_SIGNATURE = 0x04034b50
const STORED = 0
const DEFLATED = 8
const PIECE_BYTES = 128 * 1024
/** Small files may shrink by any factor. */
const RATIO_FROM_BYTES = 4 * 1024 * 1024

/** Whether these first bytes are those of a zip, an empty one included. */
export const looksLikeZip = (head: Buffer): boolean => ['504b0304', '504b0506'].includes(head.subarray(0, 4).toString('hex'))

/**
 * Opens a zip on disk without unpacking anything: files are read as streams, and no more than the limits allow.
 * @throws ArchiveError
 */
export async function openZip(path: string, limits: ZipLimits): Promise<Zip> {
  const file = await open(path)
  let unpacked = 0
  try {
    const { size } = await file.stat()
    const entries = await readDirectory(file, size, limits)
    refuseOverlaps(entries)
    return {
      entries,
      close: () => file.close(),
      async *read(entry, onPacked) {
        for await (const piece of unpack(file, entry, limits, onPacked)) {
          unpacked += piece.length
          if (unpacked > limits.totalBytes) throw new ArchiveError('too_large', 'the archive unpacks to too much')
          yield piece
        }
      },
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Files that share their bytes are how a small archive unpacks to a huge one in spite of an honest ratio. */
function refuseOverlaps(entries: readonly ZipEntry[]): void {
  const inOrder = entries.toSorted((one, two) => one.offset - two.offset)
  for (const [at, entry] of inOrder.entries()) {
    const next = inOrder[at + 1]
    if (next && entry.offset + LOCAL_BYTES + entry.compressedBytes > next.offset)
      throw new ArchiveError('broken', 'files overlap in the archive')
  }
}

async function* unpack(file: FileHandle, entry: ZipEntry, limits: ZipLimits, onPacked?: (bytes: number) => void): AsyncGenerator<Buffer> {
  if (entry.isEncrypted) throw new ArchiveError('encrypted', 'the archive is encrypted')
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new ArchiveError('unsupported', `compression ${entry.method}`)
  const mostBytes = Math.min(limits.entryBytes, Math.max(RATIO_FROM_BYTES, entry.compressedBytes * limits.ratio))
  if (entry.bytes > mostBytes) throw new ArchiveError('too_large', 'a file unpacks to too much')
  const local = await readAt(file, entry.offset, LOCAL_BYTES)
  if (local.readUInt32LE(0) !== LOCAL_SIGNATURE) throw new ArchiveError('broken', 'a file does not begin where it should')
  const from = entry.offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28)
  const packed = pieces(file, from, entry.compressedBytes, onPacked)
  let bytes = 0
  let check = 0
  for await (const piece of entry.method === STORED ? packed : inflated(packed)) {
    bytes += piece.length
    // What comes out is counted, whatever the header promised.
    if (bytes > mostBytes) throw new ArchiveError('too_large', 'a file unpacks to too much')
    check = crc32(piece, check)
    yield piece
  }
  if (bytes !== entry.bytes || check !== entry.crc32) throw new ArchiveError('broken', 'a file is damaged')
}

async function* pieces(file: FileHandle, from: number, bytes: number, onPacked?: (bytes: number) => void): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += PIECE_BYTES) {
    const piece = await readAt(file, from + at, Math.min(PIECE_BYTES, bytes - at))
    yield piece
    onPacked?.(piece.length)
  }
}

async function* inflated(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: PIECE_BYTES })
  const feeding = feed(packed, inflate)
  try {
    for await (const piece of inflate) {
      // A stream without an encoding gives bytes.
      const bytes: Buffer = piece
      yield bytes
    }
    await feeding
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    throw new ArchiveError('broken', 'a file can’t be unpacked')
  } finally {
    inflate.destroy()
    // Whoever stops early leaves the feeder waiting for room that never comes; `destroy` ends that wait with an error nobody needs.
    await feeding.catch(() => undefined)
  }
}

/** Hands the packed bytes over as fast as they are taken; an error while reading ends the unpacking with it. */
async function feed(packed: AsyncGenerator<Buffer>, inflate: ReturnType<typeof createInflateRaw>): Promise<void> {
  try {
    for await (const piece of packed) {
      if (inflate.destroyed) return
      if (!inflate.write(piece)) await roomIn(inflate)
    }
    inflate.end()
  } catch (error) {
    inflate.destroy(error instanceof Error ? error : new Error('unknown'))
    throw error
  }
}

function roomIn(inflate: ReturnType<typeof createInflateRaw>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      inflate.off('drain', done).off('close', done)
      resolve()
    }
    inflate.on('drain', done).on('close', done)
  })
}
