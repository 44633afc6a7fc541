import type { Item } from '#contract/media.ts'
import { entryOf, playableOf } from '../items/play.ts'
import type { NewEntry } from './queue.store.ts'

/** The tracks and videos of a list that can be played, in order. Those that are in it several times are in the queue once. */
export function entriesOfItems(items: readonly Item[], from: string | null): NewEntry[] {
  const once = [...new Map(items.map((item) => [item.id, item])).values()]
  return once.flatMap((item): NewEntry[] => {
    const playable = playableOf(item)
    const entry = playable && entryOf(playable, from)
    return entry ? [entry] : []
  })
}
