import type { LinkCardData } from '#contract/links/link-cards.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import type { Item } from '#contract/media.ts'
import { queryClient } from '#web/platform/query.ts'
import type { NewEntry } from '../queue/queue.store.ts'
import { entryOf, playableOf } from './play.ts'
import { playableOfLink } from './playable-of-link.ts'

/** The queue entry of a link in a list; null for anything but a track or video. The link's card may know more than the catalog. */
export function listEntryOf({ link, item }: { link: LinkRecord; item: Item | null }, from: string | null): NewEntry | null {
  const card = queryClient.getQueryData<LinkCardData | null>(['link-card', link.link])
  const names = { title: card?.title ?? item?.name ?? null, author: card?.author ?? item?.by ?? null, byPath: card?.pages?.by }
  const playable = (item && playableOf(item)) ?? playableOfLink(card?.target ?? link, names, card?.other_side ?? null)
  return playable && entryOf(playable, from)
}
