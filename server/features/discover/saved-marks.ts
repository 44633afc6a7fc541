import type { Uid } from '#contract/base/ids.ts'
import type { Discovery } from '#contract/taste/discover.ts'
import type { DiscoverStore } from './discover.store.ts'

/** A discovery without the field that says whether the viewer saved it. */
export type Suggestion = Omit<Discovery, 'is_saved'>

/** Marks what the viewer has saved, in all lists of an answer by one query. */
export async function markSaved<const Lists extends readonly Suggestion[][]>(
  store: Pick<DiscoverStore, 'filterListed'>,
  viewer: Uid,
  lists: Lists,
): Promise<{ [At in keyof Lists]: Discovery[] }> {
  const saved = await store.filterListed(
    'taste_saved',
    viewer,
    lists.flat().map(({ item }) => item.id),
  )
  const marked = lists.map((list) => list.map((found) => ({ ...found, is_saved: saved.has(found.item.id) })))
  // `map` returns as many lists, of which the compiler only knows an array.
  return marked as { [At in keyof Lists]: Discovery[] }
}
