import type { Item } from '#contract/media.ts'

/** Whose work an item is, for telling whether two stand for the same artist or channel. */
export const artistName = (item: Item): string => (item.by ?? item.name).toLowerCase()

/**
 * The same things, as far as possible in their order, with no two of one maker in a row. What fits nowhere, because the
 * others are too few to stand between, is left out.
 */
export function spread<T>(things: readonly T[], makerOf: (thing: T) => string): T[] {
  const waiting = [...things]
  const placed: T[] = []
  const makerAt = (at: number): string | null => {
    const thing = placed[at]
    return thing === undefined ? null : makerOf(thing)
  }
  for (;;) {
    const at = waiting.findIndex((thing) => makerOf(thing) !== makerAt(placed.length - 1))
    if (at < 0) break
    placed.push(...waiting.splice(at, 1))
  }
  // Only things of the last maker are left: each goes as far down as it fits.
  for (const thing of waiting) {
    for (let gap = placed.length - 1; gap >= 0; gap--) {
      if (makerAt(gap - 1) === makerOf(thing) || makerAt(gap) === makerOf(thing)) continue
      placed.splice(gap, 0, thing)
      break
    }
  }
  return placed
}
