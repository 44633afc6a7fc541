import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { linkOfPlayed, type Shelf } from '#server/features/chat/shelf/shelf.service.ts'
import type { Share } from '#server/features/recaps/brought.ts'
import type { Blends } from '#server/features/blends/blends.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { Moments } from '#server/features/moments/moments.service.ts'
import type { Together } from '#server/features/together/together.service.ts'

export type ShareFeatures = {
  shelf: Pick<Shelf, 'sharedWith'>
  moments: Pick<Moments, 'feed'>
  blends: Pick<Blends, 'list' | 'get'>
  together: Pick<Together, 'tookPart'>
  media: Pick<Media, 'itemsOfLinks'>
}

/** What buddies sent, posted, blended, or played together with the viewer, as far as the viewer can open it now. */
export async function sharesWith(
  { shelf, moments, media, blends, together }: ShareFeatures,
  viewer: Uid,
  buddies: readonly Uid[],
  since: Date,
): Promise<Share[]> {
  const [sent, feed, listed, sessions] = await Promise.all([
    shelf.sharedWith(viewer, buddies, since),
    moments.feed(viewer, { tab: 'buddies', limit: limits.pageSize.max }),
    blends.list(viewer),
    together.tookPart(viewer, { since }),
  ])
  const posts = feed.moments.flatMap((moment) =>
    moment.link && buddies.includes(moment.author.uid) ? [{ ...moment, link: moment.link }] : [],
  )
  const played = sessions.flatMap(({ chatId, startedAt, items: all }) =>
    all.flatMap((item) => {
      const link = linkOfPlayed(item)
      return link && item.addedBy !== null && buddies.includes(item.addedBy) ? [{ link, by: item.addedBy, at: startedAt, chatId }] : []
    }),
  )
  const [items, playedItems, mixes] = await Promise.all([
    media.itemsOfLinks(posts.map(({ link }) => link)),
    media.itemsOfLinks(played.map(({ link }) => link)),
    Promise.all(listed.blends.filter(({ state }) => state === 'joined').map(({ id }) => blends.get(viewer, id))),
  ])
  return [
    ...sent.map(({ itemId, by, at, chatId }): Share => ({ itemId, by, at, how: 'sent', where: chatId })),
    ...played.flatMap(({ by, at, chatId }, place): Share[] => {
      const item = playedItems[place]
      return item ? [{ itemId: item.id, by, at, how: 'together', where: chatId }] : []
    }),
    ...posts.flatMap(({ id, author, posted_at }, place): Share[] => {
      const item = items[place]
      return item ? [{ itemId: item.id, by: author.uid, how: 'posted', at: new Date(posted_at), where: id }] : []
    }),
    ...mixes.flatMap(({ id, mixed_at, items: mixed }) =>
      mixed.flatMap(({ item, by }): Share[] =>
        mixed_at !== null && buddies.includes(by) ? [{ itemId: item.id, by, how: 'blended', at: new Date(mixed_at), where: id }] : [],
      ),
    ),
  ]
}
