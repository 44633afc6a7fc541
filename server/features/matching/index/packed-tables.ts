// UUIDs as numbers. A million UUIDs as strings in a map take about two hundred megabytes; packed into sixteen bytes
// each they take a third of that.

const WORDS = 4
const FREE = -1

export type IdTable = ReturnType<typeof createIdTable>

/** Numbers UUIDs from 0 in the order of their first use; numbers are never reused. */
export function createIdTable(capacity = 1_024) {
  let words = new Uint32Array(capacity * WORDS)
  let table = new Int32Array(tableSize(capacity)).fill(FREE)
  let length = 0
  const parsed = new Uint32Array(WORDS)

  /** The slot of the parsed UUID in the hash table, or the free slot for it. */
  function findSlot(): number {
    const mask = table.length - 1
    let at = (parsed[0]! ^ Math.imul(parsed[1]!, 0x9e3779b1) ^ Math.imul(parsed[2]!, 0x85ebca6b) ^ parsed[3]!) & mask
    for (;;) {
      const number = table[at]!
      if (number === FREE || matchesParsed(number)) return at
      at = (at + 1) & mask
    }
  }

  const matchesParsed = (number: number): boolean => {
    const from = number * WORDS
    return words[from] === parsed[0] && words[from + 1] === parsed[1] && words[from + 2] === parsed[2] && words[from + 3] === parsed[3]
  }

  function grow(): void {
    const before = words
    words = new Uint32Array(before.length * 2)
    words.set(before)
    table = new Int32Array(tableSize(words.length / WORDS)).fill(FREE)
    for (let number = 0; number < length; number++) {
      parsed.set(words.subarray(number * WORDS, (number + 1) * WORDS))
      table[findSlot()] = number
    }
  }

  return {
    size: (): number => length,

    /** Returns undefined for an unknown id and for text that is not a UUID. */
    find(id: string): number | undefined {
      if (!parse(id, parsed)) return undefined
      const number = table[findSlot()]!
      return number === FREE ? undefined : number
    },

    /** @throws for text that is not a UUID */
    number(id: string): number {
      if (length * WORDS === words.length) grow()
      if (!parse(id, parsed)) throw new Error('not a UUID')
      const at = findSlot()
      if (table[at] !== FREE) return table[at]!
      words.set(parsed, length * WORDS)
      table[at] = length
      return length++
    },

    id(number: number): string {
      const hex = Array.from(words.subarray(number * WORDS, (number + 1) * WORDS), (word) => word.toString(16).padStart(8, '0')).join('')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    },
  }
}

/** Size of a table that is at most half full. */
const tableSize = (ids: number): number => 2 ** Math.ceil(Math.log2(Math.max(ids, 8)) + 1)

const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})([0-9a-f]{8})$/i

function parse(id: string, into: Uint32Array): boolean {
  const [whole, a = '', b = '', c = '', d = '', e = '', f = ''] = UUID.exec(id) ?? []
  if (whole === undefined) return false
  into[0] = Number.parseInt(a, 16)
  into[1] = Number.parseInt(b + c, 16)
  into[2] = Number.parseInt(d + e, 16)
  into[3] = Number.parseInt(f, 16)
  return true
}

// Many short lists of (number, strength) in a few large typed arrays: six bytes per entry and no work for the garbage
// collector. A list that outgrows its span moves to a larger one, and another list reuses the old span.

/** Entries of one large array. A longer list gets its own array. */
const CHUNK = 1 << 20
/** Entries of the first array; each next one has twice as many, up to CHUNK. A small index takes little memory. */
const FIRST_CHUNK = 1 << 12
/** Header of a list: chunk, first entry, length, capacity. */
const HEADER_FIELDS = 4
const CAPACITY_STEP = 4

export type PostingLists = ReturnType<typeof createPostingLists>

/** The entries of a list; valid until the next change. */
export type View = { numbers: Uint32Array; strengths: Uint16Array; from: number; to: number }

export function createPostingLists() {
  const { numbers, strengths, allocate, release } = createChunks()
  let headers = new Uint32Array(1_024 * HEADER_FIELDS)

  /** Moves a list to a span with this capacity and copies its first `copied` entries. */
  function move(list: number, capacity: number, copied: number): void {
    const at = list * HEADER_FIELDS
    const [oldChunk, oldFrom, oldCapacity] = [headers[at]!, headers[at + 1]!, headers[at + 3]!]
    const [chunk, from] = allocate(capacity)
    if (copied > 0) {
      numbers[chunk]!.set(numbers[oldChunk]!.subarray(oldFrom, oldFrom + copied), from)
      strengths[chunk]!.set(strengths[oldChunk]!.subarray(oldFrom, oldFrom + copied), from)
    }
    release(oldChunk, oldFrom, oldCapacity)
    headers[at] = chunk
    headers[at + 1] = from
    headers[at + 2] = copied
    headers[at + 3] = capacity
  }

  function ensureHeader(list: number): void {
    if ((list + 1) * HEADER_FIELDS <= headers.length) return
    const before = headers
    headers = new Uint32Array(Math.max(before.length * 2, (list + 1) * HEADER_FIELDS))
    headers.set(before)
  }

  const length = (list: number): number => headers[list * HEADER_FIELDS + 2] ?? 0

  return {
    length,

    view(list: number): View {
      const at = list * HEADER_FIELDS
      const size = length(list)
      if (size === 0) return EMPTY
      const from = headers[at + 1]!
      return { numbers: numbers[headers[at]!]!, strengths: strengths[headers[at]!]!, from, to: from + size }
    },

    /** Replaces the whole list. */
    set(list: number, newNumbers: ArrayLike<number>, newStrengths: ArrayLike<number>): void {
      ensureHeader(list)
      const at = list * HEADER_FIELDS
      const capacity = Math.ceil(newNumbers.length / CAPACITY_STEP) * CAPACITY_STEP
      if (capacity !== headers[at + 3]!) move(list, capacity, 0)
      headers[at + 2] = newNumbers.length
      if (newNumbers.length === 0) return
      numbers[headers[at]!]!.set(newNumbers, headers[at + 1])
      strengths[headers[at]!]!.set(newStrengths, headers[at + 1])
    },

    add(list: number, number: number, strength: number): void {
      ensureHeader(list)
      const at = list * HEADER_FIELDS
      const size = headers[at + 2]!
      if (size === headers[at + 3]!) move(list, nextCapacity(size), size)
      const entry = headers[at + 1]! + size
      numbers[headers[at]!]![entry] = number
      strengths[headers[at]!]![entry] = strength
      headers[at + 2] = size + 1
    },

    /** Removes one entry; the last one moves into its place. */
    remove(list: number, number: number): void {
      const size = length(list)
      if (size === 0) return
      const at = list * HEADER_FIELDS
      const [inNumbers, inStrengths, from] = [numbers[headers[at]!]!, strengths[headers[at]!]!, headers[at + 1]!]
      const index = inNumbers.subarray(from, from + size).indexOf(number)
      if (index < 0) return
      inNumbers[from + index] = inNumbers[from + size - 1]!
      inStrengths[from + index] = inStrengths[from + size - 1]!
      headers[at + 2] = size - 1
    },

    /** Size of the chunks and headers. */
    bytes: (): number => numbers.reduce((sum, chunk) => sum + chunk.length * 6, headers.byteLength),
  }
}

const EMPTY: View = { numbers: new Uint32Array(0), strengths: new Uint16Array(0), from: 0, to: 0 }

/** Allocates spans of entries in large arrays and reuses released ones of the same capacity. */
function createChunks() {
  const numbers: Uint32Array[] = []
  const strengths: Uint16Array[] = []
  /** Released spans by capacity: chunk and first entry, alternating. */
  const released = new Map<number, number[]>()
  let open = -1
  let size = FIRST_CHUNK / 2
  let used = size

  function addChunk(capacity: number): number {
    strengths.push(new Uint16Array(capacity))
    return numbers.push(new Uint32Array(capacity)) - 1
  }

  function allocate(capacity: number): readonly [chunk: number, from: number] {
    const free = released.get(capacity)
    const from = free?.pop()
    const chunk = free?.pop()
    if (from !== undefined && chunk !== undefined) return [chunk, from]
    if (capacity > CHUNK) return [addChunk(capacity), 0]
    if (used + capacity > size) {
      do size = Math.min(size * 2, CHUNK)
      while (size < capacity)
      open = addChunk(size)
      used = 0
    }
    used += capacity
    return [open, used - capacity]
  }

  function release(chunk: number, from: number, capacity: number): void {
    if (capacity === 0) return
    const free = released.get(capacity)
    if (free) free.push(chunk, from)
    else released.set(capacity, [chunk, from])
  }

  return { numbers, strengths, allocate, release }
}

/** A quarter more, in multiples of four so that other lists can reuse the span. */
const nextCapacity = (capacity: number): number =>
  Math.ceil(Math.max(capacity + CAPACITY_STEP, capacity * 1.25) / CAPACITY_STEP) * CAPACITY_STEP
