import { PRINT_BARS } from '#contract/taste/print.ts'
import type { ItemAttributes } from '#server/features/media/media.service.ts'
import { createIdTable } from './id-table.ts'
import type { View } from './row-lists.ts'
import { worldShareOf } from '../match.rarity.ts'
import type { ItemKind } from '#contract/media.ts'
import type { Audience } from '#contract/people.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { COMPARED, LOVE_EXPONENT, createTaste, type Taste } from './taste-vector.ts'

// The packed form of a row in the index: a number with the item and its consent, and the damped weight in sixteen
// bits.

/** An item that a user loves, with its consent. */
export type IndexedRow = {
  itemId: ItemId
  weight: number
  shownTo: Audience
  counts: boolean
  /** Counts toward the match of users who can't see it. */
  silently?: boolean
}

/** How close a viewer is to the owner of rows. */
export type Closeness = 'everyone' | 'buddies' | 'self'
export const LEVELS: Record<Closeness | Audience, number> = { everyone: 0, buddies: 1, only_me: 2, self: 2 }

const COUNTS = 4
const SILENTLY = 8
const FLAG_BITS = 4
const MAX_STRENGTH = 65_535

export const itemOf = (word: number): number => word >>> FLAG_BITS
export const levelOf = (word: number): number => word & 3
export const isSilent = (word: number): boolean => (word & (COUNTS | SILENTLY)) === (COUNTS | SILENTLY)
/** Whether the row counts between its owner and a viewer of this level. */
export const countsFor = (word: number, level: number): boolean =>
  (word & COUNTS) !== 0 && (levelOf(word) <= level || (word & SILENTLY) !== 0)

export const packRow = (item: number, { shownTo, counts, silently = false }: Omit<IndexedRow, 'itemId' | 'weight'>): number =>
  item * 2 ** FLAG_BITS + LEVELS[shownTo] + (counts ? COUNTS : 0) + (silently ? SILENTLY : 0)

/** The damped weight in sixteen bits: finer than any visible difference, down to a hundred-millionth of the highest weight. */
export const strengthOf = (weight: number): number =>
  Math.min(MAX_STRENGTH, Math.max(1, Math.round(weight ** LOVE_EXPONENT * MAX_STRENGTH)))
/** weight^LOVE_EXPONENT, which scores use. */
export const dampedOf = (strength: number): number => strength / MAX_STRENGTH
export const weightOf = (strength: number): number => dampedOf(strength) ** (1 / LOVE_EXPONENT)

/** Item attributes by number. */
export type ItemLookup = { kindOf: (item: number) => number; barsOf: (item: number) => readonly number[] }

/** The kinds by index number: the compared ones as in COMPARED, then videos. */
export const KINDS: readonly ItemKind[] = [...COMPARED, 'video']

/** Whether the row counts for everyone and may be named to everyone. */
export const canBeNamed = (word: number): boolean => (word & COUNTS) !== 0 && levelOf(word) === LEVELS.everyone

/** The user's rows that count for a viewer of this level. `rows` are ordered by item. */
export function rowsToTaste(
  rows: View,
  level: number,
  { kindOf, barsOf }: ItemLookup,
  counts: (word: number) => boolean = (word) => countsFor(word, level),
): Taste {
  const { numbers, strengths } = rows
  const items: number[] = []
  const damped: number[] = []
  for (let index = rows.from; index < rows.to; index++) {
    const word = numbers[index]!
    if (!counts(word)) continue
    const item = itemOf(word)
    if (kindOf(item) >= COMPARED.length) continue
    const strength = dampedOf(strengths[index]!)
    const last = items.length - 1
    // When several sources report an item, the strongest counts.
    if (last >= 0 && items[last] === item) damped[last] = Math.max(damped[last]!, strength)
    else {
      items.push(item)
      damped.push(strength)
    }
  }
  return createTaste(items, damped, kindOf, barsOf)
}

/** Bars stored per item, the most significant first. */
const MAX_BARS = 4
/** Flag beside the kind: the bars are inferred. */
const INFERRED = 128
/** Maximum of distinct bar combinations; a few hundred occur. */
const MAX_COMBINATIONS = 65_535

/** Attributes of items by number: kind, bars and world share. */
export type Items = ReturnType<typeof createItems>

export function createItems() {
  const ids = createIdTable()
  let kinds = new Uint8Array(1_024)
  /** Indexes into `combinations`. */
  let bars = new Uint16Array(1_024)
  let worldShares = new Float32Array(1_024)
  const combinations: (readonly number[])[] = [[]]
  const combinationIndexes = new Map([['', 0]])

  function ensure(length: number): void {
    if (length <= kinds.length) return
    const [oldKinds, oldBars, oldShares] = [kinds, bars, worldShares]
    kinds = new Uint8Array(length * 2)
    bars = new Uint16Array(length * 2)
    worldShares = new Float32Array(length * 2)
    kinds.set(oldKinds)
    bars.set(oldBars)
    worldShares.set(oldShares)
  }

  function combination(own: readonly number[]): number {
    const key = own.join()
    const existing = combinationIndexes.get(key)
    if (existing !== undefined) return existing
    if (combinations.length > MAX_COMBINATIONS) return 0
    combinationIndexes.set(key, combinations.length)
    return combinations.push(own) - 1
  }

  const lookup: ItemLookup = {
    kindOf: (item) => (kinds[item] ?? 0) & ~INFERRED,
    barsOf: (item) => combinations[bars[item] ?? 0] ?? [],
  }

  return {
    ...lookup,
    size: ids.size,
    find: ids.find,
    id: ids.id,

    /** See `worldShareOf`. */
    worldShare: (item: number): number => worldShares[item] ?? 0,

    isInferred: (item: number): boolean => ((kinds[item] ?? 0) & INFERRED) !== 0,

    register({ id, kind, bars: itemBars, isInferred = false, size = null, knownRank = null }: ItemAttributes): void {
      const item = ids.number(id)
      ensure(item + 1)
      kinds[item] = Math.max(0, KINDS.indexOf(kind)) + (isInferred ? INFERRED : 0)
      worldShares[item] = worldShareOf({ size, knownRank })
      bars[item] = combination(itemBars.slice(0, MAX_BARS).map((bar) => PRINT_BARS.indexOf(bar)))
    },
  }
}
