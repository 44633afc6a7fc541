import type { RecapItem } from '#contract/taste/recaps.ts'
import type { Item } from '#contract/media.ts'
import type { ItemCount } from './range.ts'

export type PeriodItems = {
  items: ReadonlyMap<string, Item>
  /** Whether the period is compared with the one before. */
  isCompared: boolean
  /** Items whose first known play is in the period. */
  fresh: ReadonlyMap<string, unknown>
}

export function present(top: readonly ItemCount[], { items, isCompared, fresh }: PeriodItems): RecapItem[] {
  return top.flatMap(({ itemId, plays, before }) => {
    const item = items.get(itemId)
    return item ? [{ item, plays, before: isCompared ? before : null, is_new: fresh.has(itemId) }] : []
  })
}
