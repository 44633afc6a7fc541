import { dampen, forEachUser, type TrainingSet } from './latent-factors.ts'

// A linear autoencoder (EASE): item-to-item weights that best rebuild each user's items from their other items. They come from the
// inverse of the regularized matrix of items that occur together. See docs/decisions/0050.

export type Autoencoder = {
  /** The items of the training. */
  items: Int32Array
  /** The number of users with more than one item. */
  users: number
  /**
   * The weight from the item `from` to the item `to`: how strongly love for one predicts love for the other; negative if it predicts the
   * opposite. Both are positions in `items`.
   */
  weight: (from: number, to: number) => number
  bytes: number
}

/** `regularization` of a large crowd; a crowd of `smallCrowd` users needs twice as much. */
export type AutoencoderLimits = { items: number; minHolders: number; users: number; regularization: number; smallCrowd: number }

/** Found by cross-validation, see docs/decisions/0050. The time grows with the third power of `items`, the memory with the second. */
export const LIMITS: AutoencoderLimits = { items: 2_000, minHolders: 5, users: 20_000, regularization: 8, smallCrowd: 960 }
/** With fewer users there is too little data. */
export const MIN_AUTOENCODER_USERS = 200
/** Multiplications per step: requests to this thread wait no longer than one step, a few milliseconds. */
const PRODUCTS_PER_STEP = 3_000_000

/** Trains in steps, so that requests run between them. Deterministic for the same crowd. */
export function* trainAutoencoder(crowd: TrainingSet, limits: AutoencoderLimits = LIMITS): Generator<void, Autoencoder> {
  const { users, holders } = yield* sample(crowd, limits.users)
  const items = mostLovedItems(holders, limits)
  yield
  const matrix = yield* cooccurrences(users, items)
  const regularization = limits.regularization * (1 + limits.smallCrowd / users.length)
  for (let index = 0; index < items.length; index++) matrix[rowStart(index) + index]! += regularization
  yield* invert(matrix, items.length)
  return {
    items,
    users: users.length,
    weight: (from, to) => (from === to ? 0 : -matrix[rowStart(Math.max(from, to)) + Math.min(from, to)]! / matrix[rowStart(to) + to]!),
    bytes: matrix.byteLength + items.byteLength,
  }
}

type Entries = { items: readonly number[]; amounts: readonly number[] }

/** Where a row of a lower triangle begins: symmetric matrices are stored as one. */
const rowStart = (row: number): number => (row * (row + 1)) / 2

function* sample({ size, tasteOf }: TrainingSet, max: number) {
  const step = Math.max(1, Math.ceil(size / max))
  const users: Entries[] = []
  const holders = new Map<number, number>()
  yield* forEachUser(Math.ceil(size / step), (position) => {
    const { items, masses } = tasteOf(position * step)
    for (const item of items) holders.set(item, (holders.get(item) ?? 0) + 1)
    if (items.length > 1) users.push({ items, amounts: masses.map(dampen) })
  })
  return { users, holders }
}

/** The items with most holders, in ascending order; of equal ones the first. Sorting all items of a large crowd would take too long. */
function mostLovedItems(holders: ReadonlyMap<number, number>, { items: max, minHolders }: AutoencoderLimits): Int32Array {
  const itemsByHolderCount: number[] = []
  for (const holderCount of holders.values()) itemsByHolderCount[holderCount] = (itemsByHolderCount[holderCount] ?? 0) + 1
  let [min, remaining] = [itemsByHolderCount.length, max]
  while (min > minHolders && remaining >= (itemsByHolderCount[min - 1] ?? 0)) remaining -= itemsByHolderCount[--min] ?? 0
  const chosen: number[] = []
  const next: number[] = []
  for (const [item, holderCount] of holders) {
    if (holderCount >= min) chosen.push(item)
    else if (holderCount === min - 1 && holderCount >= minHolders) next.push(item)
  }
  return Int32Array.from([...chosen, ...Int32Array.from(next).toSorted().subarray(0, remaining)]).toSorted()
}

/** The sum over all users of the products of their amounts. A user with many items counts less for each. */
function* cooccurrences(users: readonly Entries[], items: Int32Array) {
  const places = new Map(Array.from(items, (item, place) => [item, place]))
  const matrix = new Float32Array(rowStart(items.length))
  yield* forEachUser(users.length, (index) => {
    const user = users[index]!
    const share = 1 / Math.hypot(...user.amounts)
    // Items are in ascending order, and so are their places.
    const entries = Array.from(user.items, (item, entry) => ({ place: places.get(item) ?? -1, amount: user.amounts[entry]! })).filter(
      ({ place }) => place >= 0,
    )
    for (const [entry, { place, amount }] of entries.entries()) {
      const row = rowStart(place)
      for (let other = 0; other <= entry; other++) matrix[row + entries[other]!.place]! += share * amount * entries[other]!.amount
    }
  })
  return matrix
}

/** Inverts a positive definite matrix in place: its Cholesky factor, the inverse of the factor, and the product of that. */
function* invert(matrix: Float32Array, size: number): Generator<void, void> {
  const sums = new Float64Array(size)
  yield* forEachRow(
    size,
    (row) => row ** 2 / 2,
    (row) => factorRow(matrix, row),
  )
  yield* forEachRow(
    size,
    (row) => row ** 2 / 2,
    (row) => invertRow(matrix, row, sums),
  )
  yield* forEachRow(
    size,
    (row) => row * (size - row),
    (row) => multiplyRow(matrix, row, size, sums),
  )
}

function factorRow(matrix: Float32Array, row: number): void {
  const own = rowStart(row)
  for (let column = 0; column <= row; column++) {
    const other = rowStart(column)
    let rest = matrix[own + column]!
    for (let index = 0; index < column; index++) rest -= matrix[own + index]! * matrix[other + index]!
    matrix[own + column] = column === row ? Math.sqrt(rest) : rest / matrix[other + column]!
  }
}

/** Rows above are inverted already. */
function invertRow(matrix: Float32Array, row: number, sums: Float64Array): void {
  const own = rowStart(row)
  sums.fill(0, 0, row)
  for (let column = 0; column < row; column++) {
    const factor = matrix[own + column]!
    const other = rowStart(column)
    for (let index = 0; index <= column; index++) sums[index]! += factor * matrix[other + index]!
  }
  const pivot = matrix[own + row]!
  for (let index = 0; index < row; index++) matrix[own + index] = -sums[index]! / pivot
  matrix[own + row] = 1 / pivot
}

/** The product of the transposed triangle and the triangle. Rows below are still those of the triangle. */
function multiplyRow(matrix: Float32Array, row: number, size: number, sums: Float64Array): void {
  sums.fill(0, 0, row + 1)
  for (let below = row; below < size; below++) {
    const other = rowStart(below)
    const factor = matrix[other + row]!
    for (let index = 0; index <= row; index++) sums[index]! += factor * matrix[other + index]!
  }
  const own = rowStart(row)
  for (let index = 0; index <= row; index++) matrix[own + index] = sums[index]!
}

/** Calls `visit` for each row, with yields after enough products. */
function* forEachRow(size: number, products: (row: number) => number, visit: (row: number) => void): Generator<void, void> {
  let done = 0
  for (let row = 0; row < size; row++) {
    visit(row)
    done += products(row)
    if (done < PRODUCTS_PER_STEP) continue
    done = 0
    yield
  }
}
