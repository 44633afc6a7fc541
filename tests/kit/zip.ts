import { crc32, deflateRawSync } from 'node:zlib'

export type ZipFile = {
  name: string
  /** A function is called when its turn comes, so that only one large file is in memory at a time. */
  bytes: Buffer | string | (() => Buffer | string)
  /** Stored instead of deflated. */
  stored?: boolean
  /** False values that the archive claims. */
  claims?: Partial<{ crc32: number; bytes: number; method: number; offset: number; flags: number }>
}

/** Creates a zip in memory; `zip64` writes sizes and offsets like archives above 4 GB. */
export function aZip(files: readonly ZipFile[], { zip64 = false, comment = '' }: { zip64?: boolean; comment?: string } = {}): Buffer {
  const bodies: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const { local, central } = entryOf(file, offset, zip64)
    bodies.push(local)
    list.push(central)
    offset += local.length
  }
  const directory = Buffer.concat(list)
  const ends = endOf({ entries: files.length, bytes: directory.length, at: offset, zip64, comment: Buffer.from(comment) })
  return Buffer.concat([...bodies, directory, ends])
}

const UTF8 = 0x800
const BIG = 0xffffffff

function entryOf({ name, bytes: given, stored = false, claims = {} }: ZipFile, offset: number, zip64: boolean) {
  const bytes = Buffer.from(typeof given === 'function' ? given() : given)
  const packed = stored ? bytes : deflateRawSync(bytes)
  const label = Buffer.from(name)
  const header = {
    flags: claims.flags ?? UTF8,
    method: claims.method ?? (stored ? 0 : 8),
    crc32: claims.crc32 ?? crc32(bytes),
    bytes: claims.bytes ?? bytes.length,
    offset: claims.offset ?? offset,
  }
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(header.flags, 6)
  local.writeUInt16LE(header.method, 8)
  local.writeUInt32LE(header.crc32, 14)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(header.bytes, 22)
  local.writeUInt16LE(label.length, 26)
  const extra = zip64 ? zip64Extra(header.bytes, packed.length, header.offset) : Buffer.alloc(0)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(header.flags, 8)
  central.writeUInt16LE(header.method, 10)
  central.writeUInt32LE(header.crc32, 16)
  central.writeUInt32LE(zip64 ? BIG : packed.length, 20)
  central.writeUInt32LE(zip64 ? BIG : header.bytes, 24)
  central.writeUInt16LE(label.length, 28)
  central.writeUInt16LE(extra.length, 30)
  central.writeUInt32LE(zip64 ? BIG : header.offset, 42)
  return { local: Buffer.concat([local, label, packed]), central: Buffer.concat([central, label, extra]) }
}

function zip64Extra(bytes: number, packed: number, offset: number): Buffer {
  const extra = Buffer.alloc(28)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(24, 2)
  for (const [place, value] of [bytes, packed, offset].entries()) extra.writeBigUInt64LE(BigInt(value), 4 + place * 8)
  return extra
}

type End = { entries: number; bytes: number; at: number; zip64: boolean; comment: Buffer }

function endOf({ entries, bytes, at, zip64, comment }: End): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(zip64 ? 0xffff : entries, 8)
  end.writeUInt16LE(zip64 ? 0xffff : entries, 10)
  end.writeUInt32LE(zip64 ? BIG : bytes, 12)
  end.writeUInt32LE(zip64 ? BIG : at, 16)
  end.writeUInt16LE(comment.length, 20)
  if (!zip64) return Buffer.concat([end, comment])
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(entries), 24)
  record.writeBigUInt64LE(BigInt(entries), 32)
  record.writeBigUInt64LE(BigInt(bytes), 40)
  record.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(at + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator, end, comment])
}
