import { mulberry32 } from '#sandbox/kit/random.ts'

/** A seeded source of randomness, so that the demo world is the same world every time. */
export type Random = {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number
}

export function seededRandom(seed: number): Random {
  const next = mulberry32(seed)
  return { next, below: (bound) => Math.floor(next() * bound) }
}

/** A shuffled copy (Fisher and Yates). */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const copy = [...list]
  for (let index = copy.length - 1; index > 0; index--) {
    const other = random.below(index + 1)
    // Both indexes are inside the array, so the values exist.
    ;[copy[index], copy[other]] = [copy[other] as T, copy[index] as T]
  }
  return copy
}

/** An element of a list that is known not to be empty. */
export function pick<T>(list: readonly T[], random: Random): T {
  return list[random.below(list.length)] as T
}
