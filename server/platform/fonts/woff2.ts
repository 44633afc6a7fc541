import { brotliDecompressSync } from 'node:zlib'
import { createByteReader, type ByteReader } from './byte-reader.ts'

// A font as the web gets it, opened as far as outlines need it. WOFF2 (W3C, 2018) packs all tables into one Brotli stream
// and rewrites `glyf`, and may rewrite `hmtx`; both are read in their packed form. What variations add is left out: a
// variable font gives its default instance.

/** Numbers of the tables that are read, as the format counts them. */
const TABLES = new Map([
  [0, 'cmap'],
  [1, 'head'],
  [2, 'hhea'],
  [3, 'hmtx'],
  [10, 'glyf'],
  [11, 'loca'],
])
const SIGNATURE = 0x774f4632
const TAG_FOLLOWS = 63
/** `glyf` and `loca` are packed unless they say this. */
const NOT_PACKED = 3

export type PackedTable = { bytes: Buffer; isPacked: boolean }

/** The tables of a WOFF2 file by their tags. @throws for anything that is none */
export function openWoff2(file: Buffer): Map<string, PackedTable> {
  const reader = createByteReader(file)
  if (reader.u32() !== SIGNATURE) throw new Error('this is no WOFF2 font')
  reader.skip(8)
  const count = reader.u16()
  reader.skip(6)
  const compressed = reader.u32()
  reader.skip(24)
  const entries = Array.from({ length: count }, () => readEntry(reader))
  const stream = brotliDecompressSync(file.subarray(reader.place(), reader.place() + compressed))
  const tables = new Map<string, PackedTable>()
  let from = 0
  for (const { tag, length, isPacked } of entries) {
    if (tag !== undefined) tables.set(tag, { bytes: stream.subarray(from, from + length), isPacked })
    from += length
  }
  return tables
}

function readEntry(reader: ByteReader): { tag: string | undefined; length: number; isPacked: boolean } {
  const flags = reader.u8()
  const known = flags & 63
  if (known === TAG_FOLLOWS) reader.skip(4)
  const tag = TABLES.get(known)
  const version = flags >> 6
  const isPacked = tag === 'glyf' || tag === 'loca' ? version !== NOT_PACKED : version !== 0
  const length = reader.base128()
  return { tag, length: isPacked ? reader.base128() : length, isPacked }
}
