// Very many short lists of (number, strength) in a few large typed arrays: six bytes an entry and nothing for the garbage
// collector to look at. A list that outgrows its place moves to a larger one, and the old place is given to another list.

/** Entries of one large array. A longer list gets an array of its own. */
const CHUNK = 1 << 20
/** What a list has: which array, from where, how many entries, room for how many. */
const FIELDS = 4
const CAPACITY_STEP = 4

export type PostingLists = ReturnType<typeof createPostingLists>

/** Where the entries of a list stand until the next change. */
export type View = { numbers: Uint32Array; strengths: Uint16Array; from: number; to: number }

export function createPostingLists() {
  const numbers: Uint32Array[] = []
  const strengths: Uint16Array[] = []
  /** Places that were left, by their room. */
  const left = new Map<number, number[]>()
  let heads = new Uint32Array(1_024 * FIELDS)
  let open = -1
  let used = CHUNK

  function take(room: number): readonly [chunk: number, from: number] {
    const free = left.get(room)
    const from = free?.pop()
    const chunk = free?.pop()
    if (from !== undefined && chunk !== undefined) return [chunk, from]
    if (room > CHUNK) return [addChunk(room), 0]
    if (used + room > CHUNK) {
      open = addChunk(CHUNK)
      used = 0
    }
    used += room
    return [open, used - room]
  }

  function addChunk(room: number): number {
    strengths.push(new Uint16Array(room))
    return numbers.push(new Uint32Array(room)) - 1
  }

  function release(chunk: number, from: number, room: number): void {
    if (room === 0) return
    const free = left.get(room)
    if (free) free.push(chunk, from)
    else left.set(room, [chunk, from])
  }

  /** Makes room for `room` entries and keeps the first `kept`. */
  function move(list: number, room: number, kept: number): void {
    const at = list * FIELDS
    const [oldChunk, oldFrom, oldRoom] = [heads[at]!, heads[at + 1]!, heads[at + 3]!]
    const [chunk, from] = take(room)
    if (kept > 0) {
      numbers[chunk]!.set(numbers[oldChunk]!.subarray(oldFrom, oldFrom + kept), from)
      strengths[chunk]!.set(strengths[oldChunk]!.subarray(oldFrom, oldFrom + kept), from)
    }
    release(oldChunk, oldFrom, oldRoom)
    heads[at] = chunk
    heads[at + 1] = from
    heads[at + 2] = kept
    heads[at + 3] = room
  }

  function ensure(list: number): void {
    if ((list + 1) * FIELDS <= heads.length) return
    const before = heads
    heads = new Uint32Array(Math.max(before.length * 2, (list + 1) * FIELDS))
    heads.set(before)
  }

  const length = (list: number): number => heads[list * FIELDS + 2] ?? 0

  return {
    length,

    view(list: number): View {
      const at = list * FIELDS
      const size = length(list)
      if (size === 0) return EMPTY
      const from = heads[at + 1]!
      return { numbers: numbers[heads[at]!]!, strengths: strengths[heads[at]!]!, from, to: from + size }
    },

    /** Replaces the whole list. */
    set(list: number, ofNumbers: ArrayLike<number>, ofStrengths: ArrayLike<number>): void {
      ensure(list)
      const at = list * FIELDS
      const room = Math.ceil(ofNumbers.length / CAPACITY_STEP) * CAPACITY_STEP
      if (room !== heads[at + 3]!) move(list, room, 0)
      heads[at + 2] = ofNumbers.length
      if (ofNumbers.length === 0) return
      numbers[heads[at]!]!.set(ofNumbers, heads[at + 1])
      strengths[heads[at]!]!.set(ofStrengths, heads[at + 1])
    },

    add(list: number, number: number, strength: number): void {
      ensure(list)
      const at = list * FIELDS
      const size = heads[at + 2]!
      if (size === heads[at + 3]!) move(list, larger(size), size)
      const place = heads[at + 1]! + size
      numbers[heads[at]!]![place] = number
      strengths[heads[at]!]![place] = strength
      heads[at + 2] = size + 1
    },

    /** Takes one entry out; the last one moves into its place. */
    remove(list: number, number: number): void {
      const size = length(list)
      if (size === 0) return
      const at = list * FIELDS
      const [inNumbers, inStrengths, from] = [numbers[heads[at]!]!, strengths[heads[at]!]!, heads[at + 1]!]
      const place = inNumbers.subarray(from, from + size).indexOf(number)
      if (place < 0) return
      inNumbers[from + place] = inNumbers[from + size - 1]!
      inStrengths[from + place] = inStrengths[from + size - 1]!
      heads[at + 2] = size - 1
    },

    /** Of the large arrays and the heads. */
    bytes: (): number => numbers.reduce((sum, chunk) => sum + chunk.length * 6, heads.byteLength),
  }
}

const EMPTY: View = { numbers: new Uint32Array(0), strengths: new Uint16Array(0), from: 0, to: 0 }

/** A quarter more, in multiples of four so that places fit other lists later. */
const larger = (room: number): number => Math.ceil(Math.max(room + CAPACITY_STEP, room * 1.25) / CAPACITY_STEP) * CAPACITY_STEP
