import type { Item } from '#contract/media.ts'
import { PRINT_BARS } from '#contract/print.ts'
import type { ItemAttributes } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { artistName } from './spread.ts'
import type { LovedItem } from '#server/features/matching/index/match-index.ts'

/** What somebody wants less of: the things themselves, everything of their makers, and what stands in the same bars. */
export type Dislikes = { ids: ReadonlySet<ItemId>; makers: ReadonlySet<string>; bars: ReadonlyMap<number, number> }

/** How much one thing that is not liked takes from others in the same bar; it never takes all. */
const TAKES = 0.35

export function dislikesOf(
  ids: readonly ItemId[],
  items: ReadonlyMap<ItemId, Item>,
  facts: ReadonlyMap<ItemId, Pick<ItemAttributes, 'bars'>>,
): Dislikes {
  const bars = new Map<number, number>()
  for (const { bars: own } of facts.values()) {
    for (const bar of own) {
      const place = PRINT_BARS.indexOf(bar)
      bars.set(place, (bars.get(place) ?? 0) + 1 / own.length)
    }
  }
  return { ids: new Set(ids), makers: new Set([...items.values()].map(artistName)), bars }
}

/** 1 for what nothing was said about, less the more like it was not liked, 0 for the thing itself. */
export function worthAfter({ ids, bars }: Dislikes, { itemId, bars: own }: Pick<LovedItem, 'itemId' | 'bars'>): number {
  if (ids.has(itemId)) return 0
  const against = own.reduce((sum, bar) => sum + (bars.get(bar) ?? 0), 0) / Math.max(1, own.length)
  return 1 / (1 + TAKES * against)
}

/** Of an artist's tracks and of a channel's videos the first one. */
export function oneOfEachMaker<T extends { item: Item }>(things: readonly T[]): T[] {
  const seen = new Set<string>()
  return things.filter(({ item }) => seen.size < seen.add(artistName(item)).size)
}
