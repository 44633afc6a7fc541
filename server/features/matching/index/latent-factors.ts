import type { Embedding, Taste } from './taste-vector.ts'

// Latent factors of the crowd's taste: the leading singular vectors of the users x items matrix, in which each item is
// weighted down by its number of holders. Items have positions, and a user's embedding is the sum of theirs.
// Embeddings are never shown as shared items: see docs/decisions/0025.

export type LatentFactors = {
  /** Items without a trained embedding are ignored. */
  embed: (taste: Taste) => Embedding
  bytes: number
}

/** Users to train with, by index, and the taste of each. */
export type TrainingSet = { size: number; tasteOf: (position: number) => Taste }

/** With fewer users there is too little data. */
export const MIN_TRAINING_USERS = 400
/** More users don't improve the result. */
export const MAX_TRAINING_USERS = 8_000
export const DIMENSIONS = 48
/** Row of an item without a position. */
const UNKNOWN = -1
const NO_EMBEDDING: Embedding = new Int8Array(0)
const ITERATIONS = 6
/** Users per step: requests to this thread wait no longer than one step. */
const USERS_PER_STEP = 200
/** The same for items; a large crowd has many. */
const ITEMS_PER_STEP = 4_000
/** Added to every item's holders, so that items of two users don't lead. */
const HOLDER_PRIOR = 3
/** Weight of leading dimensions against the last ones: 1 as in the crowd, 0 all equal. */
const SPECTRUM_EXPONENT = 0.5

/** Trains in steps, so that requests run between them. Deterministic for the same crowd. @returns null for a crowd that is too small */
export function* trainLatentFactors(crowd: TrainingSet): Generator<void, LatentFactors | null> {
  if (crowd.size < MIN_TRAINING_USERS) return null
  const { rowOf, scales, people } = yield* buildMatrix(crowd)
  const itemVectors = new Float64Array(scales.length * DIMENSIONS)
  yield* forEachItem(scales.length, (item) => {
    for (let index = item * DIMENSIONS; index < (item + 1) * DIMENSIONS; index++) itemVectors[index] = pseudoRandom(index)
  })
  const embeddings = new Float64Array(people.length * DIMENSIONS)
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    yield* forEachUser(people.length, (person) => projectUser(people[person] ?? [], itemVectors, embeddings, person))
    const factor = choleskyFactor(yield* gramMatrix(embeddings, people.length))
    yield* forEachUser(people.length, (person) => orthogonalize(embeddings, person, factor))
    itemVectors.fill(0)
    yield* forEachUser(people.length, (person) => addToItems(people[person] ?? [], embeddings, person, itemVectors))
  }
  return yield* createFactors(rowOf, scales, itemVectors)
}

/** Squared cosine of two embeddings, 0 to 1; 0 for opposite directions. */
export function embeddingSimilarity(a: Embedding, b: Embedding): number {
  let [product, ofOne, ofOther] = [0, 0, 0]
  for (let index = 0; index < a.length && index < b.length; index++) {
    const [mine, theirs] = [a[index]!, b[index]!]
    product += mine * theirs
    ofOne += mine * mine
    ofOther += theirs * theirs
  }
  // All are integers: for equal embeddings this is exactly 1.
  return product > 0 ? Math.min(1, product ** 2 / (ofOne * ofOther)) : 0
}

/** An item of a user: its row in the matrix and its amount. */
type Entry = { row: number; amount: number }

/** Numbers the items with at least two holders and normalizes each user's entries. */
function* buildMatrix({ size, tasteOf }: TrainingSet) {
  const step = Math.max(1, Math.ceil(size / MAX_TRAINING_USERS))
  const tastes: Taste[] = []
  const holders = new Map<number, number>()
  yield* forEachUser(Math.ceil(size / step), (position) => {
    const taste = tasteOf(position * step)
    if (taste.items.length > 0) tastes.push(taste)
    for (const item of taste.items) holders.set(item, (holders.get(item) ?? 0) + 1)
  })
  const { rowOf, scales } = yield* numberItems(holders)
  const people: Entry[][] = []
  yield* forEachUser(tastes.length, (position) => people.push(entriesOf(tastes[position]!, rowOf, scales)))
  return { rowOf, scales, people }
}

/** The rows of the items with at least two holders, and how much each counts. */
function* numberItems(holders: ReadonlyMap<number, number>) {
  const rowOf = new Map<number, number>()
  const scales = new Float64Array(holders.size)
  let read = 0
  for (const [item, holderCount] of holders) {
    if (++read % ITEMS_PER_STEP === 0) yield
    if (holderCount < 2) continue
    scales[rowOf.size] = 1 / Math.sqrt(holderCount + HOLDER_PRIOR)
    rowOf.set(item, rowOf.size)
  }
  return { rowOf, scales: scales.subarray(0, rowOf.size) }
}

function entriesOf(taste: Taste, rowOf: ReadonlyMap<number, number>, scales: Float64Array): Entry[] {
  const entries = Array.from(taste.items, (item, index): Entry => {
    const row = rowOf.get(item) ?? -1
    return { row, amount: dampen(taste.masses[index] ?? 0) * (scales[row] ?? 0) }
  }).filter(({ row }) => row >= 0)
  const length = Math.hypot(...entries.map(({ amount }) => amount))
  return entries.map(({ row, amount }) => ({ row, amount: amount / length }))
}

/** Dampens weights further, so that one song on repeat doesn't dominate the embedding. */
export const dampen = (mass: number): number => Math.sqrt(Math.sqrt(mass))

function projectUser(entries: readonly Entry[], itemVectors: Float64Array, embeddings: Float64Array, person: number): void {
  const to = person * DIMENSIONS
  embeddings.fill(0, to, to + DIMENSIONS)
  for (const { row, amount } of entries) {
    for (let k = 0; k < DIMENSIONS; k++) embeddings[to + k]! += amount * itemVectors[row * DIMENSIONS + k]!
  }
}

function addToItems(entries: readonly Entry[], embeddings: Float64Array, person: number, itemVectors: Float64Array): void {
  const from = person * DIMENSIONS
  for (const { row, amount } of entries) {
    for (let k = 0; k < DIMENSIONS; k++) itemVectors[row * DIMENSIONS + k]! += amount * embeddings[from + k]!
  }
}

/** Products of the dimensions with each other. */
function* gramMatrix(embeddings: Float64Array, people: number) {
  const products = new Float64Array(DIMENSIONS ** 2)
  yield* forEachUser(people, (person) => {
    const from = person * DIMENSIONS
    for (let row = 0; row < DIMENSIONS; row++) {
      for (let k = 0; k <= row; k++) products[row * DIMENSIONS + k]! += embeddings[from + row]! * embeddings[from + k]!
    }
  })
  return products
}

/** Cholesky factor of the products, to orthogonalize the dimensions. Dimensions without length get 0. */
function choleskyFactor(products: Float64Array): Float64Array {
  const root = products.slice()
  for (let row = 0; row < DIMENSIONS; row++) {
    for (let k = 0; k <= row; k++) {
      let rest = root[row * DIMENSIONS + k]!
      for (let index = 0; index < k; index++) rest -= root[row * DIMENSIONS + index]! * root[k * DIMENSIONS + index]!
      if (k === row) root[row * DIMENSIONS + k] = rest > 1e-12 * products[row * DIMENSIONS + row]! ? Math.sqrt(rest) : 0
      else root[row * DIMENSIONS + k] = root[k * DIMENSIONS + k]! > 0 ? rest / root[k * DIMENSIONS + k]! : 0
    }
  }
  return root
}

function orthogonalize(embeddings: Float64Array, person: number, factor: Float64Array): void {
  const from = person * DIMENSIONS
  for (let k = 0; k < DIMENSIONS; k++) {
    let rest = embeddings[from + k]!
    for (let index = 0; index < k; index++) rest -= factor[k * DIMENSIONS + index]! * embeddings[from + index]!
    const own = factor[k * DIMENSIONS + k]!
    embeddings[from + k] = own > 0 ? rest / own : 0
  }
}

function* createFactors(rowOf: ReadonlyMap<number, number>, scales: Float64Array, itemVectors: Float64Array) {
  const squares = new Float64Array(DIMENSIONS)
  yield* forEachItem(scales.length, (item) => {
    for (let k = 0; k < DIMENSIONS; k++) squares[k]! += itemVectors[item * DIMENSIONS + k]! ** 2
  })
  const dampings = squares.map((sum) => (sum > 0 ? Math.sqrt(sum) ** (SPECTRUM_EXPONENT - 1) : 0))
  const positions = new Float32Array(itemVectors.length)
  yield* forEachItem(scales.length, (item) => {
    for (let k = 0; k < DIMENSIONS; k++)
      positions[item * DIMENSIONS + k] = itemVectors[item * DIMENSIONS + k]! * dampings[k]! * scales[item]!
  })
  // By item number, because it is read about fifty times per embedding.
  let highest = -1
  for (const item of rowOf.keys()) highest = Math.max(highest, item)
  const rows = new Int32Array(highest + 1).fill(UNKNOWN)
  for (const [item, row] of rowOf) rows[item] = row
  return { embed: (taste: Taste) => embed(taste, rows, positions), bytes: positions.byteLength + rows.byteLength }
}

function embed(taste: Taste, rows: Int32Array, positions: Float32Array): Embedding {
  const sums = new Float64Array(DIMENSIONS)
  for (let index = 0; index < taste.items.length; index++) {
    const row = rows[taste.items[index]!] ?? UNKNOWN
    if (row === UNKNOWN) continue
    const amount = dampen(taste.masses[index]!)
    const from = row * DIMENSIONS
    for (let k = 0; k < DIMENSIONS; k++) sums[k]! += amount * positions[from + k]!
  }
  let largest = 0
  for (let k = 0; k < DIMENSIONS; k++) largest = Math.max(largest, Math.abs(sums[k]!))
  if (largest === 0) return NO_EMBEDDING
  const embedding = new Int8Array(DIMENSIONS)
  for (let k = 0; k < DIMENSIONS; k++) embedding[k] = Math.round((sums[k]! / largest) * 127)
  return embedding
}

/** Calls `visit` for each user, with yields between steps. */
export function* forEachUser(people: number, visit: (person: number) => unknown): Generator<void, void> {
  for (let person = 0; person < people; person++) {
    visit(person)
    if (person % USERS_PER_STEP === USERS_PER_STEP - 1) yield
  }
}

function* forEachItem(items: number, visit: (item: number) => void): Generator<void, void> {
  for (let item = 0; item < items; item++) {
    visit(item)
    if (item % ITEMS_PER_STEP === ITEMS_PER_STEP - 1) yield
  }
}

/** A deterministic number from -1/2 to 1/2. */
function pseudoRandom(position: number): number {
  let mixed = Math.imul(position + 1, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32 - 0.5
}
