import type { Item } from '#contract/media.ts'
import type { NewTogetherItem } from '#contract/together.ts'
import { isSpotify, isVideo } from '../items/playable.ts'

/** How an item is played in a shared session; null for artists, channels, and items without an external id. */
export function togetherItem({ kind, name, by, spotify_id: spotifyId, youtube_id: youtubeId }: Item): NewTogetherItem | null {
  if (kind !== 'track' && kind !== 'video') return null
  const isSound = kind === 'track'
  const [spotify, youtube] = [isSound && isSpotify(spotifyId) ? spotifyId : null, isVideo(youtubeId) ? youtubeId : null]
  if (spotify === null && youtube === null) return null
  return { side: isSound ? 'sound' : 'video', title: name, by: by ?? '', spotify_id: spotify, youtube_id: youtube }
}

/** The maximum number of items that a session takes from a list: the first item starts, and the others wait in its queue. */
const MAX_OF_LIST = 20

/** The items of a list that can be played together; null if there is none. */
export function togetherList(items: readonly Item[]): [NewTogetherItem, ...NewTogetherItem[]] | null {
  const [first, ...others] = items.flatMap((item) => togetherItem(item) ?? []).slice(0, MAX_OF_LIST)
  return first ? [first, ...others] : null
}
