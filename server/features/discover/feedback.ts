import type { Item } from '#contract/media.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { ItemAttributes } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { artistName } from './spread.ts'
import type { LovedItem } from '#server/features/matching/index/match-index.ts'

/** A user's dislikes: items, all of their creators, and their bars. */
export type Dislikes = { ids: ReadonlySet<ItemId>; creators: ReadonlySet<string>; bars: ReadonlyMap<number, number> }

/** How much one disliked item lowers others in the same bar. */
const PENALTY = 0.35

export function dislikesOf(
  ids: readonly ItemId[],
  items: ReadonlyMap<ItemId, Item>,
  attributes: ReadonlyMap<ItemId, Pick<ItemAttributes, 'bars'>>,
): Dislikes {
  const bars = new Map<number, number>()
  for (const { bars: own } of attributes.values()) {
    for (const bar of own) {
      const place = PRINT_BARS.indexOf(bar)
      bars.set(place, (bars.get(place) ?? 0) + 1 / own.length)
    }
  }
  return { ids: new Set(ids), creators: new Set([...items.values()].map(artistName)), bars }
}

/** 1 without similar dislikes, lower with more of them, 0 for the disliked item. */
export function penaltyFactor({ ids, bars }: Dislikes, { itemId, bars: own }: Pick<LovedItem, 'itemId' | 'bars'>): number {
  if (ids.has(itemId)) return 0
  const against = own.reduce((sum, bar) => sum + (bars.get(bar) ?? 0), 0) / Math.max(1, own.length)
  return 1 / (1 + PENALTY * against)
}

/** Keeps the first item of each artist or channel. */
export function onePerCreator<T extends { item: Item }>(items: readonly T[]): T[] {
  const seen = new Set<string>()
  return items.filter(({ item }) => seen.size < seen.add(artistName(item)).size)
}
