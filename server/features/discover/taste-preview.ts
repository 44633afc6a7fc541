import type { Item } from '#contract/media.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { Print } from '#contract/taste/taste.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { printOf, sharesBar } from '#server/features/matching/taste-print.ts'
import type { ItemPages } from './item-page.service.ts'
import type { ItemPageStore } from './item-page.store.ts'

const MAX_SIMILAR = 3

export type TastePreviewDeps = {
  media: Pick<Media, 'items' | 'attributes'>
  related: ItemPages['related']
  store: Pick<ItemPageStore, 'listKnownByBars'>
}

/**
 * The print of picked items before they are saved, and items similar to the last pick: first what its lovers also love in its
 * genres or topics, then well-known ones of these.
 */
export function createTastePreview({ media, related, store }: TastePreviewDeps) {
  async function similarTo(item: Item, bars: readonly string[], picked: readonly ItemId[]): Promise<Item[]> {
    const others = (await related(item)).filter(({ id }) => !picked.includes(id))
    const attributes = await media.attributes(others.map(({ id }) => id))
    const loved = others.filter(({ id }) => sharesBar(bars, attributes.get(id)?.bars ?? [])).slice(0, MAX_SIMILAR)
    const missing = MAX_SIMILAR - loved.length
    if (missing === 0 || bars.length === 0) return loved
    const ids = await store.listKnownByBars(item.kind, bars, [...picked, ...loved.map(({ id }) => id)], missing)
    const found = await media.items(ids)
    return [...loved, ...ids.flatMap((id) => found.get(id) ?? [])]
  }

  return async (ids: readonly ItemId[]): Promise<{ print: Print; similar: Item[] }> => {
    const [items, attributes] = await Promise.all([media.items(ids), media.attributes(ids)])
    const picked = ids.flatMap((id) => items.get(id) ?? [])
    const barsOf = ({ id }: Item) => attributes.get(id)?.bars ?? []
    const last = picked.at(-1)
    return {
      print: printOf(picked.map((item) => ({ kind: item.kind, weight: 1, bars: barsOf(item).map((bar) => PRINT_BARS.indexOf(bar)) }))),
      similar: last ? await similarTo(last, barsOf(last), ids) : [],
    }
  }
}

export type TastePreview = ReturnType<typeof createTastePreview>
