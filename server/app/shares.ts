import type { Uid } from '#contract/base/ids.ts'
import { linkOfPlayed, type Shelf } from '#server/features/chat/shelf/shelf.service.ts'
import type { Share } from '#server/features/recaps/brought.ts'
import type { Blends } from '#server/features/blends/blends.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { Moments } from '#server/features/moments/moments.service.ts'
import type { Together } from '#server/features/together/together.service.ts'

export type ShareFeatures = {
  shelf: Pick<Shelf, 'sharedWith'>
  moments: Pick<Moments, 'linksOf'>
  blends: Pick<Blends, 'brought'>
  together: Pick<Together, 'tookPart'>
  media: Pick<Media, 'itemsOfLinks'>
}

/** Items that buddies sent, posted, blended, or played together with the viewer, if the viewer can open the place now. */
export async function sharesWith(
  { shelf, moments, media, blends, together }: ShareFeatures,
  viewer: Uid,
  buddies: readonly Uid[],
  since: Date,
): Promise<Share[]> {
  const [sent, posts, blended, sessions] = await Promise.all([
    shelf.sharedWith(viewer, buddies, since),
    moments.linksOf(viewer, buddies, since),
    blends.brought(viewer, since),
    together.tookPart(viewer, { since }),
  ])
  const played = sessions.flatMap(({ chatId, startedAt, items: all }) =>
    all.flatMap((item) => {
      const link = linkOfPlayed(item)
      return link && item.addedBy !== null && buddies.includes(item.addedBy) ? [{ link, by: item.addedBy, at: startedAt, chatId }] : []
    }),
  )
  const [items, playedItems] = await Promise.all([
    media.itemsOfLinks(posts.map(({ link }) => link)),
    media.itemsOfLinks(played.map(({ link }) => link)),
  ])
  return [
    ...sent.map(({ itemId, by, at, chatId }): Share => ({ itemId, by, at, how: 'sent', where: chatId })),
    ...played.flatMap(({ by, at, chatId }, place): Share[] => {
      const item = playedItems[place]
      return item ? [{ itemId: item.id, by, at, how: 'together', where: chatId }] : []
    }),
    ...posts.flatMap(({ id, author, postedAt }, place): Share[] => {
      const item = items[place]
      return item ? [{ itemId: item.id, by: author, how: 'posted', at: postedAt, where: id }] : []
    }),
    ...blended.flatMap(({ itemId, by, at, blendId }): Share[] =>
      buddies.includes(by) ? [{ itemId, by, how: 'blended', at, where: blendId }] : [],
    ),
  ]
}
