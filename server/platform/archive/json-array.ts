import { ArchiveError } from './archive-error.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const CLOSE_OBJECT = 0x7d
const NOTHING = 0
const STRING = 1
const OPENS = 2
const CLOSES = 3
const COMMA = 4
/** The meaning of each byte outside of strings. A table, because each byte of a gigabyte is looked up. */
const meanings = charTable({ '"': STRING, '[': OPENS, '{': OPENS, ']': CLOSES, '}': CLOSES, ',': COMMA })
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d])
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

export type JsonArrayOptions = {
  /** The largest entry that is accepted. */
  entryBytes: number
  /** The array is the first value of one of these keys in an object. Omitted: the text is the array. */
  keys?: readonly string[]
}

/** The key of the array is within this many bytes. */
const MAX_START_BYTES = 64 * 1024

/**
 * Streams the entries of a JSON array, in batches as they arrive. The whole array is never in memory.
 * @throws ArchiveError 'broken' unless the text is one complete array, or an object with one; 'too_large' for a huge entry
 */
export async function* jsonArray(pieces: AsyncIterable<Buffer>, options: JsonArrayOptions): AsyncGenerator<unknown[]> {
  const scanner = createScanner(options)
  for await (const piece of pieces) {
    const batch = scanner.push(piece)
    if (batch.length > 0) yield batch
  }
  scanner.end()
}

/** Finds the ends of entries byte by byte; JSON.parse reads the entries themselves. */
function createScanner({ entryBytes, keys }: JsonArrayOptions) {
  let rest: Buffer = Buffer.alloc(0)
  let state: 'start' | 'list' | 'done' = 'start'
  let depth = 0
  let inString = false
  /** The last byte after the array of an object. */
  let last = NOTHING

  /** Scans `bytes` from `from`. Returns the index of the last comma between entries, or of the end of the array; -1 for neither. */
  function scan(bytes: Buffer, from: number): number {
    let complete = -1
    for (let index = from; index < bytes.length; index++) {
      if (inString) {
        index = endOfString(bytes, index)
        if (index < 0) return complete
        inString = false
        continue
      }
      const meaning = meanings[bytes[index] ?? 0]
      if (meaning === NOTHING) continue
      if (meaning === STRING) inString = true
      else if (meaning === OPENS) depth++
      else if (meaning === COMMA) complete = depth === 1 ? index : complete
      else if (--depth === 0) {
        state = 'done'
        if (bytes[index] !== CLOSE_LIST) throw broken()
        skipEnd(bytes.subarray(index + 1))
        return index
      }
    }
    return complete
  }

  /** After the array: blanks, or the rest of its object, which isn't read. */
  function skipEnd(bytes: Buffer): void {
    if (!keys && !isBlank(bytes)) throw broken()
    last = bytes.findLast((byte) => !SPACE.has(byte)) ?? last
  }

  return {
    push(piece: Buffer): unknown[] {
      if (state === 'done') {
        skipEnd(piece)
        return []
      }
      let bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
      let from = rest.length
      if (state === 'start') {
        const start = keys ? startOfKey(bytes, keys) : startOfList(bytes)
        if (start === null) {
          rest = bytes
          return []
        }
        bytes = bytes.subarray(start)
        from = 0
        depth = 1
        state = 'list'
      }
      const end = scan(bytes, from)
      if (end < 0) {
        if (bytes.length > entryBytes) throw new ArchiveError('too_large', 'an entry is too large')
        rest = bytes
        return []
      }
      rest = bytes.subarray(end + 1)
      return parse(bytes.subarray(0, end))
    },
    end(): void {
      if (state !== 'done' || (keys && last !== CLOSE_OBJECT)) throw broken()
    },
  }
}

/** The index of the closing quote, or -1. A quote after an odd number of backslashes is part of the text. */
function endOfString(bytes: Buffer, from: number): number {
  for (let index = bytes.indexOf(QUOTE, from); index >= 0; index = bytes.indexOf(QUOTE, index + 1)) {
    let slashes = 0
    while (bytes[index - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return index
  }
  return -1
}

/** The index after the opening bracket; null while only white space has arrived. */
function startOfList(bytes: Buffer): number | null {
  const from = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
  for (let index = from; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (byte === OPEN_LIST) return index + 1
    if (!SPACE.has(byte)) throw broken()
  }
  return null
}

/** The index after the opening bracket of the first of the keys; null until it has arrived. */
function startOfKey(bytes: Buffer, keys: readonly string[]): number | null {
  // Latin-1 keeps one character for each byte.
  const found = new RegExp(`"(?:${keys.join('|')})"\\s*:\\s*\\[`).exec(bytes.toString('latin1', 0, MAX_START_BYTES))
  if (!found && bytes.length >= MAX_START_BYTES) throw broken()
  return found ? found.index + found[0].length : null
}

const isBlank = (bytes: Buffer): boolean => bytes.every((byte) => SPACE.has(byte))

function parse(entries: Buffer): unknown[] {
  try {
    // Between brackets, the entries and their commas are an array again.
    const list: unknown = JSON.parse(`[${entries.toString('utf8')}]`)
    return Array.isArray(list) ? list : []
  } catch {
    // Not JSON, or nested deeper than the parser's stack.
    throw broken()
  }
}

function charTable(signs: Record<string, number>): Uint8Array {
  const table = new Uint8Array(256)
  for (const [sign, meaning] of Object.entries(signs)) table[sign.charCodeAt(0)] = meaning
  return table
}

const broken = (): ArchiveError => new ArchiveError('broken', 'the text is not a complete JSON list')
