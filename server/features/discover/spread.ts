import type { Item } from '#contract/media.ts'

/** The artist or channel of an item, for comparison. */
export const artistName = (item: Item): string => (item.by ?? item.name).toLowerCase()

/** Reorders items as little as possible so that no two of a creator are adjacent. Items that fit nowhere are left out. */
export function spread<T>(items: readonly T[], creatorOf: (item: T) => string): T[] {
  const remaining = [...items]
  const placed: T[] = []
  const creatorAt = (number: number): string | null => {
    const item = placed[number]
    return item === undefined ? null : creatorOf(item)
  }
  for (;;) {
    const index = remaining.findIndex((item) => creatorOf(item) !== creatorAt(placed.length - 1))
    if (index < 0) break
    placed.push(...remaining.splice(index, 1))
  }
  // Only items of the last creator are left: each goes as far down as possible.
  for (const item of remaining) {
    for (let gap = placed.length - 1; gap >= 0; gap--) {
      if (creatorAt(gap - 1) === creatorOf(item) || creatorAt(gap) === creatorOf(item)) continue
      placed.splice(gap, 0, item)
      break
    }
  }
  return placed
}
