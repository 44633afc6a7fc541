import type { Item } from '#contract/media.ts'

type Ids = Pick<Item, 'kind' | 'spotify_id' | 'youtube_id'>

/** The link that shares an item; null without an id of a platform. */
export function linkOfItem({ kind, spotify_id: spotifyId, youtube_id: youtubeId }: Ids): string | null {
  if ((kind === 'track' || kind === 'artist') && spotifyId !== null) return `https://open.spotify.com/${kind}/${spotifyId}`
  if (youtubeId === null) return null
  const isWatched = kind === 'track' || kind === 'video'
  return isWatched ? `https://www.youtube.com/watch?v=${youtubeId}` : `https://www.youtube.com/channel/${youtubeId}`
}
