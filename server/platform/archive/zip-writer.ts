import { crc32, deflateRaw } from 'node:zlib'
import { promisify } from 'node:util'

const deflate = promisify(deflateRaw)

export type ZipEntry = { path: string; bytes: Uint8Array }

const STORED = 0
const DEFLATED = 8
const UTF8_NAMES = 0x0800
const VERSION = 20
const VERSION_64 = 45
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff
/** Files that are compressed already. */
const compressed = /\.(webp|jpe?g|png|gif|mp4|zip)$/i

type Written = { name: Buffer; method: number; crc: number; packed: number; size: number; offset: number }

/**
 * Writes a zip file as a stream: only one entry is in memory at a time.
 * With more than 65,535 entries the file also has a ZIP64 end record.
 * @throws Error for a file or an entry of more than 4 GiB
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, { modified }: { modified: Date }): AsyncGenerator<Buffer> {
  const stamp = dosTime(modified)
  const written: Written[] = []
  let offset = 0
  for await (const { path, bytes } of entries) {
    const smaller = compressed.test(path) ? null : await deflate(bytes)
    const isSmaller = smaller !== null && smaller.length < bytes.length
    const data = isSmaller ? smaller : bytes
    const entry: Written = {
      name: Buffer.from(path, 'utf8'),
      method: isSmaller ? DEFLATED : STORED,
      crc: crc32(bytes),
      packed: data.length,
      size: bytes.length,
      offset,
    }
    const header = localHeader(entry, stamp)
    offset += header.length + data.length
    if (offset > MAX_32) throw new Error('A zip file of more than 4 GiB can’t be written.')
    written.push(entry)
    yield header
    yield Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  }
  const index = written.map((entry) => indexEntry(entry, stamp))
  yield* index
  const indexSize = index.reduce((sum, { length }) => sum + length, 0)
  if (written.length > MAX_16) yield zip64End(written.length, indexSize, offset)
  yield end(Math.min(written.length, MAX_16), indexSize, offset)
}

function localHeader({ name, method, crc, packed, size }: Written, stamp: number): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  writeCommon(header, 4, { name, method, crc, packed, size, stamp })
  return Buffer.concat([header, name])
}

function indexEntry({ name, method, crc, packed, size, offset }: Written, stamp: number): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(VERSION, 4)
  writeCommon(header, 6, { name, method, crc, packed, size, stamp })
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}

/** The fields that a local header and an index entry share, in the same order. */
function writeCommon(header: Buffer, offset: number, file: Omit<Written, 'offset'> & { stamp: number }): void {
  header.writeUInt16LE(VERSION, offset)
  header.writeUInt16LE(UTF8_NAMES, offset + 2)
  header.writeUInt16LE(file.method, offset + 4)
  header.writeUInt32LE(file.stamp, offset + 6)
  header.writeUInt32LE(file.crc, offset + 10)
  header.writeUInt32LE(file.packed, offset + 14)
  header.writeUInt32LE(file.size, offset + 18)
  header.writeUInt16LE(file.name.length, offset + 22)
}

function end(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(size, 12)
  record.writeUInt32LE(offset, 16)
  return record
}

/** The end record of ZIP64 and its locator. */
function zip64End(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(76)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(VERSION_64, 12)
  record.writeUInt16LE(VERSION_64, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(offset + size), 64)
  record.writeUInt32LE(1, 72)
  return record
}

/** MS-DOS date and time in UTC, in steps of two seconds, from 1980. */
function dosTime(date: Date): number {
  const year = Math.max(0, date.getUTCFullYear() - 1980)
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}
