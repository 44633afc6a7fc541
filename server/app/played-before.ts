import type { Uid } from '#contract/base/ids.ts'
import { recognizeLink } from '#contract/links/links.ts'
import type { NewTogetherItem } from '#contract/together.ts'
import type { ItemPageStore } from '#server/features/discover/item-page.store.ts'
import type { Media } from '#server/features/media/media.service.ts'

type Deps = { media: Pick<Media, 'itemOfLink'>; store: Pick<ItemPageStore, 'listRows'> }

/** Which of these items are in the viewer's own taste; in the same order. */
export function playedBefore({ media, store }: Deps): (viewer: Uid, items: readonly NewTogetherItem[]) => Promise<boolean[]> {
  return async (viewer, items) => {
    const ids = await Promise.all(items.map((item) => itemIdOf(item)))
    const rows = await store.listRows([viewer], [...new Set(ids.filter((id) => id !== null))])
    const known = new Set(rows.map(({ itemId }) => itemId))
    return ids.map((id) => id !== null && known.has(id))
  }

  async function itemIdOf({ spotify_id: spotify, youtube_id: youtube }: NewTogetherItem): Promise<string | null> {
    const links = [spotify && `https://open.spotify.com/track/${spotify}`, youtube && `https://www.youtube.com/watch?v=${youtube}`]
    for (const link of links) {
      const target = link ? recognizeLink(link) : null
      const item = target && (await media.itemOfLink(target))
      if (item) return item.id
    }
    return null
  }
}
