/** A seeded source of randomness, so that the demo world is the same world every time. */
export type Random = {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number
}

/** mulberry32: 32 bits of state, enough for demo data. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, below: (bound) => Math.floor(next() * bound) }
}

/** A shuffled copy (Fisher and Yates). */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const copy = [...list]
  for (let at = copy.length - 1; at > 0; at--) {
    const other = random.below(at + 1)
    // Both places are inside the array, so the values exist.
    ;[copy[at], copy[other]] = [copy[other] as T, copy[at] as T]
  }
  return copy
}

/** An element of a list that is known not to be empty. */
export function pick<T>(list: readonly T[], random: Random): T {
  return list[random.below(list.length)] as T
}
