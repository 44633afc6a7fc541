import { PRINT_BARS } from '#contract/print.ts'
import type { ItemFacts } from '../media/media.service.ts'
import { createIdTable } from './match.ids.ts'
import { KINDS, type ThingFacts } from './match.rows.ts'

/** Bars of one thing that are kept: the first say the most. */
const BARS_EACH = 4
const NO_BAR = 255

/** Everything people love by number: what kind it is and which bars it stands in. */
export function createThings() {
  const ids = createIdTable()
  let kinds = new Uint8Array(1_024)
  let bars = new Uint8Array(1_024 * BARS_EACH)

  function ensure(length: number): void {
    if (length <= kinds.length) return
    const [oldKinds, oldBars] = [kinds, bars]
    kinds = new Uint8Array(length * 2)
    bars = new Uint8Array(length * 2 * BARS_EACH)
    kinds.set(oldKinds)
    bars.set(oldBars)
  }

  const facts: ThingFacts = {
    kindOf: (item) => kinds[item] ?? 0,
    barsOf(item) {
      const from = item * BARS_EACH
      let count = 0
      while (count < BARS_EACH && bars[from + count] !== NO_BAR) count++
      return KNOWN_BARS.get(bars.subarray(from, from + count).join()) ?? remember(bars.subarray(from, from + count))
    },
  }

  return {
    ...facts,
    size: ids.size,
    find: ids.find,
    id: ids.id,

    /** What is known of a thing from now on; it may have been learnt before. @returns its number */
    learn({ id, kind, bars: told }: ItemFacts): number {
      const item = ids.number(id)
      ensure(item + 1)
      kinds[item] = Math.max(0, KINDS.indexOf(kind))
      const from = item * BARS_EACH
      bars.fill(NO_BAR, from, from + BARS_EACH)
      told.slice(0, BARS_EACH).forEach((bar, at) => (bars[from + at] = PRINT_BARS.indexOf(bar)))
      return item
    },
  }
}

/** The few hundred combinations that exist, so that reading a person makes no new lists. */
const KNOWN_BARS = new Map<string, readonly number[]>()
function remember(places: Uint8Array): readonly number[] {
  const list = Array.from(places)
  KNOWN_BARS.set(list.join(), list)
  return list
}
