import type { MessageType } from '#contract/chat.ts'
import type { Item } from '#contract/media.ts'
import type { NewTogetherItem } from '#contract/together.ts'

/** How an item is sent: its message type, its id, and the message without a text. */
export type SentItem = { type: MessageType; id: string; withoutText: { type: MessageType; content: string } }

const isSpotify = (id: string | null): id is string => /^[0-9A-Za-z]{22}$/.test(id ?? '')
const isVideo = (id: string | null): id is string => /^[\w-]{11}$/.test(id ?? '')

/** Null for items that can't be sent: channels, and items without an external id. */
export function sentItem({ kind, spotify_id: spotifyId, youtube_id: youtubeId }: Item): SentItem | null {
  if ((kind === 'track' || kind === 'artist') && isSpotify(spotifyId)) {
    const type = kind === 'track' ? 'spotify track' : 'spotify artist'
    return { type, id: spotifyId, withoutText: { type, content: `https://open.spotify.com/${kind}/${spotifyId}` } }
  }
  if ((kind === 'track' || kind === 'video') && isVideo(youtubeId)) {
    // Without a text it is a link, which shows as its card; with a text it is what the channel preview sends.
    return { type: 'youtube video', id: youtubeId, withoutText: { type: 'link', content: `https://www.youtube.com/watch?v=${youtubeId}` } }
  }
  return null
}

/** How an item is played in a shared session; null for artists, channels, and items without an external id. */
export function togetherItem({ kind, name, by, spotify_id: spotifyId, youtube_id: youtubeId }: Item): NewTogetherItem | null {
  if (kind !== 'track' && kind !== 'video') return null
  const isSound = kind === 'track'
  const [spotify, youtube] = [isSound && isSpotify(spotifyId) ? spotifyId : null, isVideo(youtubeId) ? youtubeId : null]
  if (spotify === null && youtube === null) return null
  return { side: isSound ? 'sound' : 'video', title: name, by: by ?? '', spotify_id: spotify, youtube_id: youtube }
}
