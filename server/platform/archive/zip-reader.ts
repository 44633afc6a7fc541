import type { FileHandle } from 'node:fs/promises'
import { callbackify } from 'node:util'
import { RandomAccessReader } from 'yauzl'
import { ArchiveError } from './archive-error.ts'

const END_RECORD_BYTES = 22
const END_SIGNATURE = 0x06054b50
const MAX_COMMENT_BYTES = 65_535
const BLOCK_BYTES = 64 * 1024

/**
 * Opens a zip file for yauzl without its comment: yauzl rejects archives whose comment contains the signature of the end record.
 * @throws ArchiveError 'broken' when the file has no end record
 */
export async function createZipReader(file: FileHandle): Promise<{ reader: RandomAccessReader; zipBytes: number }> {
  const { size } = await file.stat()
  const tailBytes = Math.min(size, END_RECORD_BYTES + MAX_COMMENT_BYTES)
  const tail = await readRange(file, size - tailBytes, tailBytes)
  for (let at = tail.length - END_RECORD_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE || at + END_RECORD_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue
    const zipBytes = size - tailBytes + at + END_RECORD_BYTES
    return { reader: new CommentlessReader(file, zipBytes), zipBytes }
  }
  throw new ArchiveError('broken', 'the end of the archive is missing')
}

/** Reads exactly `bytes` bytes from `at`. @throws ArchiveError 'broken' when the file ends earlier */
export async function readRange(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  let read = 0
  while (read < bytes) {
    const { bytesRead } = await file.read(buffer, read, bytes - read, at + read)
    if (bytesRead === 0) throw new ArchiveError('broken', 'the archive ends too early')
    read += bytesRead
  }
  return buffer
}

/** Reads whole blocks, because yauzl asks for two small ranges per file in the archive. */
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
