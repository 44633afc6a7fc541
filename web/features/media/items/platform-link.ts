import type { Item } from '#contract/media.ts'

/** The address of an item on its platform, for messages and moments; null without a platform. Spotify first, like the players. */
export function platformLink({
  kind,
  spotify_id: spotifyId,
  youtube_id: youtubeId,
}: Pick<Item, 'kind' | 'spotify_id' | 'youtube_id'>): string | null {
  if ((kind === 'artist' || kind === 'track') && spotifyId !== null) return `https://open.spotify.com/${kind}/${spotifyId}`
  if (youtubeId === null) return null
  return kind === 'artist' || kind === 'channel'
    ? `https://www.youtube.com/channel/${youtubeId}`
    : `https://www.youtube.com/watch?v=${youtubeId}`
}
