import { PRINT_BARS } from '#contract/print.ts'
import type { ItemAttributes } from '#server/features/media/media.service.ts'
import { createIdTable } from './id-table.ts'
import { worldShareOf } from '../match.rarity.ts'
import { KINDS, type ItemLookup } from './index-rows.ts'

/** Bars of one thing that are kept: the first say the most. */
const MAX_BARS = 4
/** Beside the kind of a thing: nobody has said its bars. */
const INFERRED = 128
/** Combinations of bars that are told apart; there are a few hundred. */
const MAX_COMBINATIONS = 65_535

/** Everything people love by number: what kind it is and which bars it stands in. */
export function createItems() {
  const ids = createIdTable()
  let kinds = new Uint8Array(1_024)
  /** Places in `combinations`. */
  let bars = new Uint16Array(1_024)
  let worldShares = new Float32Array(1_024)
  const combinations: (readonly number[])[] = [[]]
  const places = new Map([['', 0]])

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
    const known = places.get(key)
    if (known !== undefined) return known
    if (combinations.length > MAX_COMBINATIONS) return 0
    places.set(key, combinations.length)
    return combinations.push(own) - 1
  }

  const facts: ItemLookup = {
    kindOf: (item) => (kinds[item] ?? 0) & ~INFERRED,
    barsOf: (item) => combinations[bars[item] ?? 0] ?? [],
  }

  return {
    ...facts,
    size: ids.size,
    find: ids.find,
    id: ids.id,

    /** See `worldShareOf`. */
    worldShare: (item: number): number => worldShares[item] ?? 0,

    isInferred: (item: number): boolean => ((kinds[item] ?? 0) & INFERRED) !== 0,

    /** What is known of a thing from now on; it may have been learnt before. */
    learn({ id, kind, bars: told, isInferred = false, size = null, knownRank = null }: ItemAttributes): void {
      const item = ids.number(id)
      ensure(item + 1)
      kinds[item] = Math.max(0, KINDS.indexOf(kind)) + (isInferred ? INFERRED : 0)
      worldShares[item] = worldShareOf({ size, knownRank })
      bars[item] = combination(told.slice(0, MAX_BARS).map((bar) => PRINT_BARS.indexOf(bar)))
    },
  }
}
