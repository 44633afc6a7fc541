import type { Embedding, Taste } from './taste-vector.ts'

// Who listens like whom, beyond what two people share. Of a crowd it is learnt which things are loved by the same people
// (the leading singular vectors of people x things, each weighed down by how many hold it), so that a thing has a place and a
// person stands where their things are. It names nothing and is never told as a shared thing: see docs/decisions/0025.

export type LatentFactors = {
  /** Things among which nothing was learnt say nothing. */
  embed: (taste: Taste) => Embedding
  bytes: number
}

/** A crowd to learn from: people by place, and what each loves. */
export type TrainingSet = { size: number; tasteOf: (place: number) => Taste }

/** Fewer people show what they love, and not yet what goes together. */
export const MIN_TRAINING_USERS = 400
/** More people than this say the same again. */
export const MAX_TRAINING_USERS = 8_000
export const DIMENSIONS = 48
/** A thing that nothing was learnt of. */
const UNKNOWN = -1
const NO_EMBEDDING: Embedding = new Int8Array(0)
const ITERATIONS = 6
/** People between two breaths: what waits for this thread waits no longer than they take. */
const USERS_PER_STEP = 500
/** Holders that every thing is given, so that what two people happen to share does not lead. */
const HOLDER_PRIOR = 3
/** How loud the leading directions are against the last ones: 1 as in the crowd, 0 all the same. */
const SPECTRUM_EXPONENT = 0.5

/**
 * Learns step by step, so that questions can be answered between two steps. The same crowd gives the same to the last digit.
 * @returns null for a crowd that is too small
 */
export function* learnLatentFactors(crowd: TrainingSet): Generator<void, LatentFactors | null> {
  if (crowd.size < MIN_TRAINING_USERS) return null
  const { rowOf, scales, people } = yield* buildMatrix(crowd)
  const things = Float64Array.from({ length: scales.length * DIMENSIONS }, (_, at) => pseudoRandom(at))
  const standings = new Float64Array(people.length * DIMENSIONS)
  for (let round = 0; round < ITERATIONS; round++) {
    yield* forEachUser(people.length, (person) => projectUser(people[person] ?? [], things, standings, person))
    const upright = choleskyFactor(yield* gramMatrix(standings, people.length))
    yield* forEachUser(people.length, (person) => orthogonalize(standings, person, upright))
    things.fill(0)
    yield* forEachUser(people.length, (person) => addToItems(people[person] ?? [], standings, person, things))
  }
  return createFactors(rowOf, scales, things)
}

/** How near two people stand, 0 to 1; 1 for one taste. Who stands apart, or on the other side, is not near at all. */
export function embeddingSimilarity(one: Embedding, other: Embedding): number {
  let [product, ofOne, ofOther] = [0, 0, 0]
  for (let at = 0; at < one.length && at < other.length; at++) {
    const [mine, theirs] = [one[at]!, other[at]!]
    product += mine * theirs
    ofOne += mine * mine
    ofOther += theirs * theirs
  }
  // All are whole numbers: of one taste this is exactly 1.
  return product > 0 ? Math.min(1, product ** 2 / (ofOne * ofOther)) : 0
}

/** One thing of one person: its row among what is learnt, and what it says of them. */
type Entry = { row: number; amount: number }

/** Numbers the things that two people at least love, and writes everybody's, each person as long as every other. */
function* buildMatrix({ size, tasteOf }: TrainingSet) {
  const step = Math.max(1, Math.ceil(size / MAX_TRAINING_USERS))
  const tastes: Taste[] = []
  const holders = new Map<number, number>()
  yield* forEachUser(Math.ceil(size / step), (place) => {
    const taste = tasteOf(place * step)
    if (taste.items.length > 0) tastes.push(taste)
    for (const item of taste.items) holders.set(item, (holders.get(item) ?? 0) + 1)
  })
  const rowOf = new Map([...holders].filter(([, held]) => held > 1).map(([item], row) => [item, row]))
  const scales = Float64Array.from(rowOf.keys(), (item) => 1 / Math.sqrt((holders.get(item) ?? 0) + HOLDER_PRIOR))
  const people: Entry[][] = []
  yield* forEachUser(tastes.length, (place) => people.push(entriesOf(tastes[place]!, rowOf, scales)))
  return { rowOf, scales, people }
}

function entriesOf(taste: Taste, rowOf: ReadonlyMap<number, number>, scales: Float64Array): Entry[] {
  const entries = Array.from(taste.items, (item, at): Entry => {
    const row = rowOf.get(item) ?? -1
    return { row, amount: dampen(taste.masses[at] ?? 0) * (scales[row] ?? 0) }
  }).filter(({ row }) => row >= 0)
  const length = Math.hypot(...entries.map(({ amount }) => amount))
  return entries.map(({ row, amount }) => ({ row, amount: amount / length }))
}

/** What is loved a lot says little more than what is loved: nobody stands where their one song on repeat is. */
const dampen = (mass: number): number => Math.sqrt(Math.sqrt(mass))

function projectUser(entries: readonly Entry[], things: Float64Array, standings: Float64Array, person: number): void {
  const to = person * DIMENSIONS
  standings.fill(0, to, to + DIMENSIONS)
  for (const { row, amount } of entries) {
    for (let k = 0; k < DIMENSIONS; k++) standings[to + k]! += amount * things[row * DIMENSIONS + k]!
  }
}

function addToItems(entries: readonly Entry[], standings: Float64Array, person: number, things: Float64Array): void {
  const from = person * DIMENSIONS
  for (const { row, amount } of entries) {
    for (let k = 0; k < DIMENSIONS; k++) things[row * DIMENSIONS + k]! += amount * standings[from + k]!
  }
}

/** Products of the directions with each other. */
function* gramMatrix(standings: Float64Array, people: number) {
  const products = new Float64Array(DIMENSIONS ** 2)
  yield* forEachUser(people, (person) => {
    const from = person * DIMENSIONS
    for (let row = 0; row < DIMENSIONS; row++) {
      for (let k = 0; k <= row; k++) products[row * DIMENSIONS + k]! += standings[from + row]! * standings[from + k]!
    }
  })
  return products
}

/** Cholesky's root of the products: with it directions are set upright to each other. What has no length of its own is 0. */
function choleskyFactor(products: Float64Array): Float64Array {
  const root = products.slice()
  for (let row = 0; row < DIMENSIONS; row++) {
    for (let k = 0; k <= row; k++) {
      let rest = root[row * DIMENSIONS + k]!
      for (let at = 0; at < k; at++) rest -= root[row * DIMENSIONS + at]! * root[k * DIMENSIONS + at]!
      if (k === row) root[row * DIMENSIONS + k] = rest > 1e-12 * products[row * DIMENSIONS + row]! ? Math.sqrt(rest) : 0
      else root[row * DIMENSIONS + k] = root[k * DIMENSIONS + k]! > 0 ? rest / root[k * DIMENSIONS + k]! : 0
    }
  }
  return root
}

function orthogonalize(standings: Float64Array, person: number, upright: Float64Array): void {
  const from = person * DIMENSIONS
  for (let k = 0; k < DIMENSIONS; k++) {
    let rest = standings[from + k]!
    for (let at = 0; at < k; at++) rest -= upright[k * DIMENSIONS + at]! * standings[from + at]!
    const own = upright[k * DIMENSIONS + k]!
    standings[from + k] = own > 0 ? rest / own : 0
  }
}

function createFactors(rowOf: ReadonlyMap<number, number>, scales: Float64Array, things: Float64Array): LatentFactors {
  const loudness = Float64Array.from({ length: DIMENSIONS }, (_, k) => {
    let squares = 0
    for (let at = k; at < things.length; at += DIMENSIONS) squares += things[at]! ** 2
    return squares > 0 ? Math.sqrt(squares) ** (SPECTRUM_EXPONENT - 1) : 0
  })
  const places = Float32Array.from(
    things,
    (place, at) => place * (loudness[at % DIMENSIONS] ?? 0) * (scales[Math.floor(at / DIMENSIONS)] ?? 0),
  )
  // By the number of the thing: asked fifty times for everybody who is placed.
  const rows = new Int32Array([...rowOf.keys()].reduce((most, item) => Math.max(most, item), -1) + 1).fill(UNKNOWN)
  for (const [item, row] of rowOf) rows[item] = row
  return { embed: (taste) => standingOf(taste, rows, places), bytes: places.byteLength + rows.byteLength }
}

function standingOf(taste: Taste, rows: Int32Array, places: Float32Array): Embedding {
  const sums = new Float64Array(DIMENSIONS)
  for (let at = 0; at < taste.items.length; at++) {
    const row = rows[taste.items[at]!] ?? UNKNOWN
    if (row === UNKNOWN) continue
    const amount = dampen(taste.masses[at]!)
    const from = row * DIMENSIONS
    for (let k = 0; k < DIMENSIONS; k++) sums[k]! += amount * places[from + k]!
  }
  let largest = 0
  for (let k = 0; k < DIMENSIONS; k++) largest = Math.max(largest, Math.abs(sums[k]!))
  if (largest === 0) return NO_EMBEDDING
  const standing = new Int8Array(DIMENSIONS)
  for (let k = 0; k < DIMENSIONS; k++) standing[k] = Math.round((sums[k]! / largest) * 127)
  return standing
}

/** Does something for everybody, with breaths between. */
function* forEachUser(people: number, act: (person: number) => unknown): Generator<void, void> {
  for (let person = 0; person < people; person++) {
    act(person)
    if (person % USERS_PER_STEP === USERS_PER_STEP - 1) yield
  }
}

/** Somewhere from -1/2 to 1/2, always the same for the same place. */
function pseudoRandom(place: number): number {
  let mixed = Math.imul(place + 1, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32 - 0.5
}
