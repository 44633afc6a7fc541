import type { ItemKind } from '#contract/media.ts'
import type { Audience } from '#contract/people.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { COMPARED, LOVE_EXPONENT, createTaste, type Taste } from './taste-vector.ts'
import type { View } from './posting-lists.ts'

// How the index stores one row of a user's taste: a number that holds the item and what its owner allows, and the
// damped weight in sixteen bits.

/** One thing somebody loves, with what they allow. */
export type IndexedRow = {
  itemId: ItemId
  weight: number
  shownTo: Audience
  counts: boolean
  /** Counts for everybody's score although it is not shown to them. */
  silently?: boolean
}

/** How close somebody stands who looks at a person's rows. */
export type Closeness = 'everyone' | 'buddies' | 'self'
export const LEVELS: Record<Closeness | Audience, number> = { everyone: 0, buddies: 1, only_me: 2, self: 2 }

const COUNTS = 4
const SILENTLY = 8
const FLAGS_AND_LEVEL = 16
const MAX_STRENGTH = 65_535

export const itemOf = (word: number): number => Math.floor(word / FLAGS_AND_LEVEL)
export const levelOf = (word: number): number => word & 3
export const isSilent = (word: number): boolean => (word & (COUNTS | SILENTLY)) === (COUNTS | SILENTLY)
/** Whether the row counts between its owner and somebody so close. */
export const countsFor = (word: number, level: number): boolean =>
  (word & COUNTS) !== 0 && (levelOf(word) <= level || (word & SILENTLY) !== 0)

export const wordOf = (item: number, { shownTo, counts, silently = false }: Omit<IndexedRow, 'itemId' | 'weight'>): number =>
  item * FLAGS_AND_LEVEL + LEVELS[shownTo] + (counts ? COUNTS : 0) + (silently ? SILENTLY : 0)

/** The damped weight in sixteen bits: finer than users can tell apart, down to a hundred-millionth of the highest weight. */
export const strengthOf = (weight: number): number =>
  Math.min(MAX_STRENGTH, Math.max(1, Math.round(weight ** LOVE_EXPONENT * MAX_STRENGTH)))
/** weight^LOVE_EXPONENT: what scores are made of. */
export const dampedOf = (strength: number): number => strength / MAX_STRENGTH
export const weightOf = (strength: number): number => dampedOf(strength) ** (1 / LOVE_EXPONENT)

/** What is known of the things themselves. */
export type ItemLookup = { kindOf: (item: number) => number; barsOf: (item: number) => readonly number[] }

/** The kinds by the number under which the index keeps them: the compared ones as in COMPARED, then videos. */
export const KINDS: readonly ItemKind[] = [...COMPARED, 'video']

/** What counts of a person for somebody so close. `rows` are in the order of their things. */
export function rowsToTaste(rows: View, level: number, { kindOf, barsOf }: ItemLookup): Taste {
  const items = new Int32Array(rows.to - rows.from)
  const damped = new Float64Array(items.length)
  let count = 0
  for (let at = rows.from; at < rows.to; at++) {
    const word = rows.numbers[at] ?? 0
    if (!countsFor(word, level)) continue
    const item = itemOf(word)
    if (kindOf(item) >= COMPARED.length) continue
    const strength = dampedOf(rows.strengths[at] ?? 0)
    // When several sources report an item, the strongest counts.
    if (count > 0 && items[count - 1] === item) damped[count - 1] = Math.max(damped[count - 1] ?? 0, strength)
    else {
      items[count] = item
      damped[count++] = strength
    }
  }
  return createTaste(items.subarray(0, count), damped.subarray(0, count), kindOf, barsOf)
}
