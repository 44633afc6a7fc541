import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw, crc32 } from 'node:zlib'
import { fromRandomAccessReaderPromise, type Entry, type ZipFile, RandomAccessReader } from 'yauzl'
import { ArchiveError } from './archive-error.ts'
import { callbackify } from 'node:util'

// yauzl parses the format. This file enforces the limits of the archive and of its unpacked content.

export type ZipLimits = {
  entries: number
  /** Names, extra fields and comments of all files together. */
  directoryBytes: number
  nameBytes: number
  /** Unpacked bytes of one file. */
  entryBytes: number
  /** Unpacked bytes of all files that are read. */
  totalBytes: number
  /** Unpacked against packed bytes of one file. Honest text stays under 50; a bomb reaches 1,000. */
  ratio: number
}

/** One file in a zip, as the central directory describes it. Untrusted until the file was read. */
export type ZipEntry = { name: string; bytes: number; compressedBytes: number; header: Entry }

export type Zip = {
  entries: readonly ZipEntry[]
  /**
   * The unpacked bytes of one file as a stream. Stopping early is fine.
   * `onPacked` receives the number of packed bytes read, for progress.
   * @throws ArchiveError also late: size and checksum are known only at the end
   */
  read(entry: ZipEntry, onPacked?: (bytes: number) => void): AsyncGenerator<Buffer>
  close(): Promise<void>
}

const LOCAL_HEADER_BYTES = 30
const STORED = 0
const DEFLATED = 8
const CHUNK_BYTES = 128 * 1024
/** The ratio limit ignores small files, which may shrink by any factor. */
const RATIO_FROM_BYTES = 4 * 1024 * 1024

/** Whether a file with these first bytes is a zip, an empty one included. */
export const isZip = (head: Buffer): boolean => ['504b0304', '504b0506'].includes(head.subarray(0, 4).toString('hex'))

/** Opens a zip on disk without unpacking anything: files are read as streams, within the limits. @throws ArchiveError */
export async function openZip(path: string, limits: ZipLimits): Promise<Zip> {
  const file = await open(path)
  let unpacked = 0
  try {
    const { reader, zipBytes } = await createZipReader(file)
    const zip = await fromRandomAccessReaderPromise(reader, zipBytes, { autoClose: false })
    const entries = await readEntries(zip, limits)
    assertNoOverlap(entries)
    return {
      entries,
      close: () => file.close(),
      async *read(entry, onPacked) {
        for await (const chunk of unpack(zip, file, entry, limits, onPacked)) {
          unpacked += chunk.length
          if (unpacked > limits.totalBytes) throw new ArchiveError('too_large', 'the unpacked archive is too large')
          yield chunk
        }
      },
    }
  } catch (error) {
    await file.close()
    throw asArchiveError(error)
  }
}

async function readEntries(zip: ZipFile, limits: ZipLimits): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  let directoryBytes = 0
  if (zip.entryCount > limits.entries) throw new ArchiveError('too_large', 'too many files in the archive')
  for await (const header of zip.eachEntry()) {
    const { fileName: name, uncompressedSize: bytes, compressedSize: compressedBytes, relativeOffsetOfLocalHeader: offset } = header
    directoryBytes += header.fileNameLength + header.extraFieldLength + header.fileCommentLength
    if (directoryBytes > limits.directoryBytes) throw new ArchiveError('too_large', 'the list of files is too long')
    if (header.fileNameLength > limits.nameBytes) throw new ArchiveError('broken', 'a file name is too long')
    if (name.includes('\0')) throw new ArchiveError('broken', 'a file name contains a zero byte')
    if (![bytes, compressedBytes, offset].every(Number.isSafeInteger) || offset + compressedBytes > zip.fileSize)
      throw new ArchiveError('broken', 'a file lies outside of the archive')
    entries.push({ name, bytes, compressedBytes, header })
  }
  return entries
}

/** Files that share bytes let a small archive unpack to a huge one despite an honest ratio. */
function assertNoOverlap(entries: readonly ZipEntry[]): void {
  const offsetOf = ({ header }: ZipEntry): number => header.relativeOffsetOfLocalHeader
  const inOrder = entries.toSorted((a, b) => offsetOf(a) - offsetOf(b))
  for (const [index, entry] of inOrder.entries()) {
    const next = inOrder[index + 1]
    if (next && offsetOf(entry) + LOCAL_HEADER_BYTES + entry.compressedBytes > offsetOf(next))
      throw new ArchiveError('broken', 'files overlap in the archive')
  }
}

async function* unpack(
  zip: ZipFile,
  file: FileHandle,
  { header, bytes, compressedBytes }: ZipEntry,
  limits: ZipLimits,
  onPacked?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  if (header.isEncrypted()) throw new ArchiveError('encrypted', 'the archive is encrypted')
  const method = header.compressionMethod
  if (method !== STORED && method !== DEFLATED) throw new ArchiveError('unsupported', `compression method ${method} is not supported`)
  const maxBytes = Math.min(limits.entryBytes, Math.max(RATIO_FROM_BYTES, compressedBytes * limits.ratio))
  if (bytes > maxBytes) throw new ArchiveError('too_large', 'an unpacked file is too large')
  const packed = readPacked(zip, file, header, onPacked)
  let unpacked = 0
  let checksum = 0
  try {
    for await (const chunk of method === STORED ? packed : inflate(packed)) {
      unpacked += chunk.length
      // Counts the real unpacked bytes, because the header may be false.
      if (unpacked > maxBytes) throw new ArchiveError('too_large', 'an unpacked file is too large')
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw asArchiveError(error)
  }
  if (unpacked !== bytes || checksum !== header.crc32) throw new ArchiveError('broken', 'a file is damaged')
}

async function* readPacked(zip: ZipFile, file: FileHandle, header: Entry, onPacked?: (bytes: number) => void): AsyncGenerator<Buffer> {
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(header, { minimal: true })
  for (let index = 0; index < header.compressedSize; index += CHUNK_BYTES) {
    const chunk = await readRange(file, start + index, Math.min(CHUNK_BYTES, header.compressedSize - index))
    yield chunk
    onPacked?.(chunk.length)
  }
}

async function* inflate(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const inflated = createInflateRaw({ chunkSize: CHUNK_BYTES })
  const writing = pipeline(packed, inflated)
  // An error also reaches the loop below, which ends before anyone would look at this promise.
  writing.catch(() => undefined)
  for await (const chunk of inflated) {
    // A stream without an encoding yields Buffers.
    const bytes: Buffer = chunk
    yield bytes
  }
  await writing
}

/** yauzl's and zlib's errors say that the archive is bad; errors of the file system are unchanged. */
function asArchiveError(error: unknown): unknown {
  if (error instanceof ArchiveError || !(error instanceof Error) || 'syscall' in error) return error
  if (error.message.startsWith('multi-disk')) return new ArchiveError('unsupported', 'the archive has several parts')
  if (error.message.startsWith('strong encryption')) return new ArchiveError('encrypted', 'the archive is encrypted')
  return new ArchiveError('broken', 'the archive is damaged')
}

const END_RECORD_BYTES = 22
const END_SIGNATURE = 0x06054b50
const MAX_COMMENT_BYTES = 65_535
const BLOCK_BYTES = 64 * 1024

/**
 * Opens a zip file for yauzl without its comment: yauzl rejects archives whose comment contains the signature of the end record.
 * @throws ArchiveError 'broken' when the file has no end record
 */
async function createZipReader(file: FileHandle): Promise<{ reader: RandomAccessReader; zipBytes: number }> {
  const { size } = await file.stat()
  const tailBytes = Math.min(size, END_RECORD_BYTES + MAX_COMMENT_BYTES)
  const tail = await readRange(file, size - tailBytes, tailBytes)
  for (let index = tail.length - END_RECORD_BYTES; index >= 0; index--) {
    if (tail.readUInt32LE(index) !== END_SIGNATURE || index + END_RECORD_BYTES + tail.readUInt16LE(index + 20) !== tail.length) continue
    const zipBytes = size - tailBytes + index + END_RECORD_BYTES
    return { reader: new CommentlessReader(file, zipBytes), zipBytes }
  }
  throw new ArchiveError('broken', 'the end of the archive is missing')
}

/** Reads exactly `bytes` bytes from `at`. @throws ArchiveError 'broken' when the file ends earlier */
async function readRange(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  let read = 0
  while (read < bytes) {
    const { bytesRead } = await file.read(buffer, read, bytes - read, offset + read)
    if (bytesRead === 0) throw new ArchiveError('broken', 'the archive ends too early')
    read += bytesRead
  }
  return buffer
}

/** Reads whole blocks, because yauzl reads two small ranges per file in the archive. */
class CommentlessReader extends RandomAccessReader {
  readonly #file: FileHandle
  readonly #zipBytes: number
  #block: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }

  constructor(file: FileHandle, zipBytes: number) {
    super()
    this.#file = file
    this.#zipBytes = zipBytes
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    const fill = callbackify(async () => void (await this.#range(position, length)).copy(buffer, offset))
    fill(callback)
  }

  async #range(start: number, length: number): Promise<Buffer> {
    if (start + length > this.#zipBytes) throw new ArchiveError('broken', 'the archive ends too early')
    const isInBlock = start >= this.#block.start && start + length <= this.#block.start + this.#block.bytes.length
    if (!isInBlock) {
      const bytes = await readRange(this.#file, start, Math.min(Math.max(length, BLOCK_BYTES), this.#zipBytes - start))
      // The last two bytes are the length of the comment, which is removed.
      bytes.subarray(Math.max(0, this.#zipBytes - 2 - start)).fill(0)
      this.#block = { start, bytes }
    }
    return this.#block.bytes.subarray(start - this.#block.start, start - this.#block.start + length)
  }
}
