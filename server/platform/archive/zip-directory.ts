import type { FileHandle } from 'node:fs/promises'
import { ArchiveError } from './archive-error.ts'

/** One file in a zip, as the central directory describes it. Nothing here is to be trusted before it was read. */
export type ZipEntry = {
  name: string
  method: number
  isEncrypted: boolean
  crc32: number
  compressedBytes: number
  bytes: number
  /** Where its local header begins. */
  offset: number
}

export type DirectoryLimits = { entries: number; directoryBytes: number; nameBytes: number }

const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const LOCATOR_BYTES = 20
const END_64_BYTES = 56
const ENTRY_BYTES = 46
const signatures = { end: 0x06054b50, locator: 0x07064b50, end64: 0x06064b50, entry: 0x02014b50 }
const IS_ENCRYPTED = 0x1
const IS_UTF8 = 0x800
const ZIP64_EXTRA = 0x0001
/** What stands in a field whose value is in the zip64 part instead. */
const IN_ZIP64 = { short: 0xffff, long: 0xffffffff }

type Directory = { at: number; bytes: number; entries: number }

/**
 * Reads the list of files at the end of a zip, and of a zip64.
 * @throws ArchiveError 'broken' or 'unsupported' (several disks); 'too_large' beyond the limits
 */
export async function readDirectory(file: FileHandle, fileBytes: number, limits: DirectoryLimits): Promise<ZipEntry[]> {
  const directory = await findDirectory(file, fileBytes)
  if (directory.entries > limits.entries || directory.bytes > limits.directoryBytes)
    throw new ArchiveError('too_large', 'too many files in the archive')
  if (directory.at + directory.bytes > fileBytes) throw new ArchiveError('broken', 'the list of files is cut off')
  const bytes = await readAt(file, directory.at, directory.bytes)
  const entries: ZipEntry[] = []
  for (let at = 0; entries.length < directory.entries;) {
    const { entry, next } = readEntry(bytes, at, limits)
    if (entry.offset + entry.compressedBytes > fileBytes) throw new ArchiveError('broken', 'a file lies outside of the archive')
    entries.push(entry)
    at = next
  }
  return entries
}

/** Exactly `bytes` from `at`. @throws ArchiveError 'broken' when the file ends before */
export async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  let read = 0
  while (read < bytes) {
    const { bytesRead } = await file.read(buffer, read, bytes - read, at + read)
    if (bytesRead === 0) throw new ArchiveError('broken', 'the archive ends too early')
    read += bytesRead
  }
  return buffer
}

async function findDirectory(file: FileHandle, fileBytes: number): Promise<Directory> {
  const tailBytes = Math.min(fileBytes, END_BYTES + MAX_COMMENT_BYTES)
  const tail = await readAt(file, fileBytes - tailBytes, tailBytes)
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    // The comment reaches exactly to the end of the file; anything else only looks like a signature.
    if (tail.readUInt32LE(at) !== signatures.end || at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue
    return (await findZip64(file, fileBytes - tailBytes + at)) ?? directoryOf(tail, at)
  }
  throw new ArchiveError('broken', 'the end of the archive is missing')
}

function directoryOf(tail: Buffer, at: number): Directory {
  if (tail.readUInt16LE(at + 4) !== 0 || tail.readUInt16LE(at + 6) !== 0)
    throw new ArchiveError('unsupported', 'the archive has several parts')
  return { entries: tail.readUInt16LE(at + 10), bytes: tail.readUInt32LE(at + 12), at: tail.readUInt32LE(at + 16) }
}

/** Where zip64 says that the list is; null for a zip without it. */
async function findZip64(file: FileHandle, endAt: number): Promise<Directory | null> {
  if (endAt < LOCATOR_BYTES) return null
  const locator = await readAt(file, endAt - LOCATOR_BYTES, LOCATOR_BYTES)
  if (locator.readUInt32LE(0) !== signatures.locator) return null
  const recordAt = wholeNumber(locator, 8)
  if (recordAt + END_64_BYTES > endAt) throw new ArchiveError('broken', 'the zip64 record is missing')
  const record = await readAt(file, recordAt, END_64_BYTES)
  if (record.readUInt32LE(0) !== signatures.end64) throw new ArchiveError('broken', 'the zip64 record is missing')
  if (record.readUInt32LE(16) !== 0 || record.readUInt32LE(20) !== 0) throw new ArchiveError('unsupported', 'the archive has several parts')
  return { entries: wholeNumber(record, 32), bytes: wholeNumber(record, 40), at: wholeNumber(record, 48) }
}

function readEntry(bytes: Buffer, at: number, limits: DirectoryLimits): { entry: ZipEntry; next: number } {
  if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== signatures.entry)
    throw new ArchiveError('broken', 'the list of files is damaged')
  const flags = bytes.readUInt16LE(at + 8)
  const nameBytes = bytes.readUInt16LE(at + 28)
  const extraBytes = bytes.readUInt16LE(at + 30)
  const extraAt = at + ENTRY_BYTES + nameBytes
  const next = extraAt + extraBytes + bytes.readUInt16LE(at + 32)
  if (next > bytes.length) throw new ArchiveError('broken', 'the list of files is damaged')
  if (nameBytes > limits.nameBytes) throw new ArchiveError('broken', 'a file name is too long')
  const plain = { bytes: bytes.readUInt32LE(at + 24), compressedBytes: bytes.readUInt32LE(at + 20), offset: bytes.readUInt32LE(at + 42) }
  if (bytes.readUInt16LE(at + 34) === IN_ZIP64.short) throw new ArchiveError('unsupported', 'the archive has several parts')
  const name = bytes.subarray(at + ENTRY_BYTES, extraAt)
  return {
    next,
    entry: {
      name: safeName(flags & IS_UTF8 ? name.toString('utf8') : name.toString('latin1')),
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (flags & IS_ENCRYPTED) !== 0,
      crc32: bytes.readUInt32LE(at + 16),
      ...withZip64(plain, bytes.subarray(extraAt, extraAt + extraBytes)),
    },
  }
}

type Sizes = { bytes: number; compressedBytes: number; offset: number }

/** Values that do not fit 32 bits stand in an extra field, in this order and only where they are needed. */
function withZip64(sizes: Sizes, extra: Buffer): Sizes {
  if (!Object.values(sizes).includes(IN_ZIP64.long)) return sizes
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_EXTRA) continue
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    let taken = 0
    const take = (value: number): number => {
      if (value !== IN_ZIP64.long) return value
      if (taken + 8 > field.length) throw new ArchiveError('broken', 'a zip64 field is cut off')
      taken += 8
      return wholeNumber(field, taken - 8)
    }
    return { bytes: take(sizes.bytes), compressedBytes: take(sizes.compressedBytes), offset: take(sizes.offset) }
  }
  throw new ArchiveError('broken', 'a zip64 field is missing')
}

function wholeNumber(bytes: Buffer, at: number): number {
  const value = Number(bytes.readBigUInt64LE(at))
  if (!Number.isSafeInteger(value)) throw new ArchiveError('broken', 'a size makes no sense')
  return value
}

/** Nothing is ever written under these names; one that climbs out of its folder still says that the archive was made to harm. */
function safeName(name: string): string {
  const isUnsafe = name.includes('\0') || /^([a-z]:|[\\/])/i.test(name) || name.split(/[\\/]/).includes('..')
  if (isUnsafe) throw new ArchiveError('broken', 'a file name leaves the archive')
  return name
}
