/* How a link's target is played. Apart from play.ts, because pages without link cards don't load it. */
import type { LinkCardData } from '#contract/links/link-cards.ts'
import { linkSecond } from '#contract/links/link-position.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import { isChannel, isSpotify, isVideo, isVideoList, type Playable } from './playable.ts'

/** The title and author of a link's card; null where unknown. */
export type LinkNames = { title: string | null; author: string | null; byPath?: string | null | undefined }

/** The same item on the other platform, as a link card knows it. */
export type OtherSide = LinkCardData['other_side']

/** How a link's target is played, or null when no panel can. A track or video may also play on the other platform. */
export function playableOfLink(link: LinkRecord, names?: LinkNames, otherSide: OtherSide = null): Playable | null {
  const here = playableOfTarget(link, names)
  const there = otherSide && playableOfTarget(otherSide.target, names)
  if (!there || !here) return here
  const isGuess = otherSide.is_guess
  if (here.kind === 'song' && there.kind === 'video')
    return { ...here, elsewhere: { playable: { ...startOfPlayable(here), ...there }, isGuess } }
  if (here.kind === 'video' && there.kind === 'song')
    return { ...here, elsewhere: { playable: { ...startOfPlayable(here), ...there }, isGuess } }
  const name = names?.title ?? ''
  if (here.kind === 'artist' && there.kind === 'channel') return { ...here, elsewhere: { playable: there, isGuess, name } }
  return here.kind === 'channel' && there.kind === 'artist' ? { ...here, elsewhere: { playable: there, isGuess, name } } : here
}

const startOfPlayable = ({ startSecond }: { startSecond?: number }) => (startSecond === undefined ? {} : { startSecond })

function playableOfTarget({ link, platform, kind, id }: LinkRecord, names?: LinkNames): Playable | null {
  const { title, author } = { title: names?.title ?? '', author: names?.author ?? '' }
  const page = names?.byPath ? { byPath: names.byPath } : {}
  const second = linkSecond(link)
  const position = second === null ? {} : { startSecond: second }
  if (platform === 'spotify' && isSpotify(id)) {
    if (kind === 'artist') return { kind: 'artist', artistId: id }
    if (kind === 'track') return { kind: 'song', songId: id, title, by: author, ...position, ...page }
    return kind === 'album' || kind === 'playlist' || kind === 'show' || kind === 'episode' ? { kind: 'collection', of: kind, id } : null
  }
  if (platform !== 'youtube') return null
  if ((kind === 'channel' || kind === 'artist') && isChannel(id)) return { kind: 'channel', channelId: id, channelName: '' }
  if (kind === 'playlist') return isVideoList(id) ? { kind: 'list', listId: id } : null
  const isWatched = kind === 'video' || kind === 'short' || kind === 'live'
  return isWatched && isVideo(id) ? { kind: 'video', videoId: id, title, channelName: author, ...position, ...page } : null
}
