import type { Item } from '#contract/media.ts'

/** Whose work an item is, for telling whether two stand for the same artist or channel. */
export const artistName = (item: Item): string => (item.by ?? item.name).toLowerCase()

/**
 * The same things, as far as possible in their order, with no two of one maker in a row. Where only things of one maker
 * are left at the end, they are dropped.
 */
export function spread<T>(things: readonly T[], makerOf: (thing: T) => string): T[] {
  const waiting = [...things]
  const placed: T[] = []
  let last: string | null = null
  while (waiting.length > 0) {
    const at = waiting.findIndex((thing) => makerOf(thing) !== last)
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    if (next === undefined) break
    placed.push(next)
    last = makerOf(next)
  }
  return placed
}
