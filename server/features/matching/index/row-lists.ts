// The rows of each user in a few large arrays: about four bytes per entry and no work for the garbage collector.

/** Bytes of one large array. */
const CHUNK_SIZE = 1 << 20
/** Bytes of the first array; each next one has twice as many, up to CHUNK. A small index takes little memory. */
const FIRST_CHUNK = 1 << 14
/** Header of a list: chunk, first byte, bytes reserved, entries. */
const HEADER_FIELDS = 4
const CAPACITY_STEP = 8
/** Rows with equal flags differ by multiples of this (index-rows.ts), so their differences are stored divided by it. */
const STEP = 16

export type RowLists = ReturnType<typeof createRowLists>

export type View = { numbers: Uint32Array; strengths: Uint16Array; from: number; to: number }

/**
 * Lists of (number, strength) in ascending order of the numbers, replaced as a whole. Of each entry two bytes are the strength; the others
 * are the difference from the number before in groups of seven bits.
 */
export function createRowLists() {
  const { chunks, allocate, release } = createChunks()
  let headers = new Uint32Array(1_024 * HEADER_FIELDS)
  let encoded = new Uint8Array(1_024)
  let numbers = new Uint32Array(128)
  let strengths = new Uint16Array(128)

  function ensureHeader(list: number): void {
    if ((list + 1) * HEADER_FIELDS <= headers.length) return
    const before = headers
    headers = new Uint32Array(Math.max(before.length * 2, (list + 1) * HEADER_FIELDS))
    headers.set(before)
  }

  /** @returns the number of bytes */
  function encode(newNumbers: readonly number[], newStrengths: readonly number[]): number {
    // Five bytes for a number of 33 bits, and two for the strength.
    if (encoded.length < newNumbers.length * 7) encoded = new Uint8Array(newNumbers.length * 14)
    let offset = 0
    let last = 0
    for (let entry = 0; entry < newNumbers.length; entry++) {
      const difference = newNumbers[entry]! - last
      last = newNumbers[entry]!
      let code = difference % STEP === 0 ? (difference / STEP) * 2 : difference * 2 + 1
      for (; code > 127; code = Math.floor(code / 128)) encoded[offset++] = (code % 128) + 128
      encoded[offset++] = code
      encoded[offset++] = newStrengths[entry]! & 255
      encoded[offset++] = newStrengths[entry]! >>> 8
    }
    return offset
  }

  const length = (list: number): number => headers[list * HEADER_FIELDS + 3] ?? 0

  return {
    length,

    /** Valid until the next call: all views share their memory. */
    view(list: number): View {
      const count = length(list)
      if (count > numbers.length) {
        numbers = new Uint32Array(count * 2)
        strengths = new Uint16Array(count * 2)
      }
      if (count === 0) return { numbers, strengths, from: 0, to: 0 }
      const bytes = chunks[headers[list * HEADER_FIELDS]!]!
      let offset = headers[list * HEADER_FIELDS + 1]!
      let last = 0
      for (let entry = 0; entry < count; entry++) {
        let code = bytes[offset++]!
        if (code > 127) {
          let byte = bytes[offset++]!
          code = (code & 127) + (byte & 127) * 128
          for (let scale = 128 ** 2; byte > 127; scale *= 128) {
            byte = bytes[offset++]!
            code += (byte & 127) * scale
          }
        }
        last += (code & 1) === 0 ? code * (STEP / 2) : (code - 1) / 2
        numbers[entry] = last
        strengths[entry] = bytes[offset]! + bytes[offset + 1]! * 256
        offset += 2
      }
      return { numbers, strengths, from: 0, to: count }
    },

    /** Replaces the whole list. */
    set(list: number, newNumbers: readonly number[], newStrengths: readonly number[]): void {
      ensureHeader(list)
      const size = encode(newNumbers, newStrengths)
      const capacity = Math.ceil(size / CAPACITY_STEP) * CAPACITY_STEP
      const header = list * HEADER_FIELDS
      if (capacity !== headers[header + 2]!) {
        release(headers[header]!, headers[header + 1]!, headers[header + 2]!)
        const [chunk, from] = allocate(capacity)
        headers[header] = chunk
        headers[header + 1] = from
        headers[header + 2] = capacity
      }
      headers[header + 3] = newNumbers.length
      if (size > 0) chunks[headers[header]!]!.set(encoded.subarray(0, size), headers[header + 1])
    },

    /** Size of the chunks and headers. */
    bytes: (): number => chunks.reduce((sum, chunk) => sum + chunk.length, headers.byteLength),
  }
}

/** Allocates spans of bytes in large arrays and reuses released ones of the same size. */
function createChunks() {
  const chunks: Uint8Array[] = []
  /** Released spans by capacity: chunk and first byte, alternating. */
  const released = new Map<number, number[]>()
  let size = FIRST_CHUNK / 2
  let used = size

  function allocate(capacity: number): readonly [chunk: number, from: number] {
    const free = released.get(capacity)
    const from = free?.pop()
    const chunk = free?.pop()
    if (from !== undefined && chunk !== undefined) return [chunk, from]
    if (capacity === 0) return [0, 0]
    if (used + capacity > size) {
      size = Math.max(capacity, Math.min(size * 2, CHUNK_SIZE))
      chunks.push(new Uint8Array(size))
      used = 0
    }
    used += capacity
    return [chunks.length - 1, used - capacity]
  }

  function release(chunk: number, from: number, capacity: number): void {
    if (capacity === 0) return
    const free = released.get(capacity)
    if (free) free.push(chunk, from)
    else released.set(capacity, [chunk, from])
  }

  return { chunks, allocate, release }
}
