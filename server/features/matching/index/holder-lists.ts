import type { View } from './row-lists.ts'

// The users of each item in a few large arrays: six bytes per entry and no work for the garbage collector. A list is a chain of segments, so
// nothing moves when it grows. Long lists and short ones both take little more memory than their entries.

/** Entries of one large array. */
const CHUNK_SIZE = 1 << 17
/** Entries of the first array; each next one has twice as many, up to CHUNK. A small index takes little memory. */
const FIRST_CHUNK = 1 << 12
const BYTES_PER_ENTRY = 6
const MIN_SEGMENT = 4
const MAX_SEGMENT = 1 << 14
const NONE = 0xffff_ffff

export type HolderLists = ReturnType<typeof createHolderLists>

/** Lists of (number, strength) in no particular order. */
export function createHolderLists() {
  const segments = createSegments()
  /** Of each list: its last segment, the free entries in it, and the length. The segments before the last are full. */
  let lasts = new Uint32Array(1_024).fill(NONE)
  let rooms = new Uint32Array(1_024)
  let lengths = new Uint32Array(1_024)

  function ensureList(list: number): void {
    if (list < lasts.length) return
    const [oldLasts, oldRooms, oldLengths] = [lasts, rooms, lengths]
    const size = Math.max(oldLasts.length * 2, list + 1)
    lasts = new Uint32Array(size).fill(NONE)
    rooms = new Uint32Array(size)
    lengths = new Uint32Array(size)
    lasts.set(oldLasts)
    rooms.set(oldRooms)
    lengths.set(oldLengths)
  }

  /** The parts of a list, valid until the next change. */
  function views(list: number): View[] {
    const found: View[] = []
    if (!lengths[list]) return found
    let free = rooms[list]!
    for (let segment = lasts[list]!; segment !== NONE; segment = segments.before(segment)) {
      found.push(segments.view(segment, free))
      free = 0
    }
    return found
  }

  function removeLast(list: number): void {
    const last = lasts[list]!
    lengths[list]!--
    rooms[list]!++
    if (rooms[list] !== segments.capacity(last)) return
    lasts[list] = segments.before(last)
    rooms[list] = 0
    segments.release(last)
  }

  return {
    views,
    length: (list: number): number => lengths[list] ?? 0,

    add(list: number, number: number, strength: number): void {
      ensureList(list)
      if (rooms[list] === 0) {
        lasts[list] = segments.allocate(capacityAfter(lengths[list]!), lasts[list]!)
        rooms[list] = segments.capacity(lasts[list])
      }
      segments.write(lasts[list]!, segments.capacity(lasts[list]!) - rooms[list]!, number, strength)
      rooms[list]!--
      lengths[list]!++
    },

    /** Removes one entry; the last one moves into its place. */
    remove(list: number, number: number): void {
      for (const { numbers, strengths, from, to } of views(list)) {
        const index = numbers.subarray(from, to).indexOf(number)
        if (index < 0) continue
        const last = segments.view(lasts[list]!, rooms[list]!)
        numbers[from + index] = last.numbers[last.to - 1]!
        strengths[from + index] = last.strengths[last.to - 1]!
        return removeLast(list)
      }
    },

    /** The size of the chunks and of the headers of segments and lists. */
    bytes: (): number => segments.bytes() + lasts.byteLength + rooms.byteLength + lengths.byteLength,
  }
}

/**
 * Entries of the next segment of a list: a power of two, so that other lists can reuse it. Short lists have few segments, and long ones few
 * unused entries.
 */
function capacityAfter(length: number): number {
  const share = length < 64 ? 2 : length < 1_024 ? 4 : 8
  const step = 2 ** Math.floor(Math.log2(Math.max(1, length / share)))
  return Math.min(MAX_SEGMENT, Math.max(MIN_SEGMENT, step))
}

/** Spans of entries in large arrays. Each knows the segment before it in its list. */
function createSegments() {
  const numbers: Uint32Array[] = []
  const strengths: Uint16Array[] = []
  let chunks = new Uint16Array(1_024)
  let froms = new Uint32Array(1_024)
  /** Logarithms of the capacities to base 2. */
  let sizes = new Uint8Array(1_024)
  let previousSegments = new Uint32Array(1_024)
  let count = 0
  /** Released segments by capacity. */
  const released = new Map<number, number[]>()
  let size = FIRST_CHUNK / 2
  let used = size

  function grow(): void {
    const before = { chunks, froms, sizes, befores: previousSegments }
    const length = Math.ceil(count * 1.25)
    chunks = new Uint16Array(length)
    froms = new Uint32Array(length)
    sizes = new Uint8Array(length)
    previousSegments = new Uint32Array(length)
    chunks.set(before.chunks)
    froms.set(before.froms)
    sizes.set(before.sizes)
    previousSegments.set(before.befores)
  }

  function create(capacity: number): number {
    if (used + capacity > size) {
      size = Math.max(capacity, Math.min(size * 2, CHUNK_SIZE))
      numbers.push(new Uint32Array(size))
      strengths.push(new Uint16Array(size))
      used = 0
    }
    if (count === chunks.length) grow()
    chunks[count] = numbers.length - 1
    froms[count] = used
    sizes[count] = Math.log2(capacity)
    used += capacity
    return count++
  }

  const capacityOf = (segment: number): number => 1 << sizes[segment]!

  return {
    allocate(capacity: number, before: number): number {
      const segment = released.get(capacity)?.pop() ?? create(capacity)
      previousSegments[segment] = before
      return segment
    },
    release(segment: number): void {
      const capacity = capacityOf(segment)
      const free = released.get(capacity)
      if (free) free.push(segment)
      else released.set(capacity, [segment])
    },
    capacity: capacityOf,
    before: (segment: number): number => previousSegments[segment]!,
    write(segment: number, index: number, number: number, strength: number): void {
      numbers[chunks[segment]!]![froms[segment]! + index] = number
      strengths[chunks[segment]!]![froms[segment]! + index] = strength
    },
    /** @param free entries at its end that are not used */
    view(segment: number, free: number): View {
      const [chunk, from] = [chunks[segment]!, froms[segment]!]
      return { numbers: numbers[chunk]!, strengths: strengths[chunk]!, from, to: from + capacityOf(segment) - free }
    },
    bytes: (): number =>
      numbers.reduce((sum, chunk) => sum + chunk.length * BYTES_PER_ENTRY, 0) +
      chunks.byteLength +
      froms.byteLength +
      sizes.byteLength +
      previousSegments.byteLength,
  }
}
