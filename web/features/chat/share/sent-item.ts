import type { MessageType } from '#contract/chat.ts'
import type { Item } from '#contract/media.ts'

/** How a thing stands in a message: its type, its id there, and what is sent when nothing is said about it. */
export type SentItem = { type: MessageType; id: string; unspoken: { type: MessageType; content: string } }

const isSpotify = (id: string | null): id is string => /^[0-9A-Za-z]{22}$/.test(id ?? '')
const isVideo = (id: string | null): id is string => /^[\w-]{11}$/.test(id ?? '')

/** Null for what no message can name: channels, and things whose id nobody knows. */
export function sentItem({ kind, spotify_id: spotifyId, youtube_id: youtubeId }: Item): SentItem | null {
  if ((kind === 'track' || kind === 'artist') && isSpotify(spotifyId)) {
    const type = kind === 'track' ? 'spotify track' : 'spotify artist'
    return { type, id: spotifyId, unspoken: { type, content: `https://open.spotify.com/${kind}/${spotifyId}` } }
  }
  if ((kind === 'track' || kind === 'video') && isVideo(youtubeId)) {
    // Alone it is a link, which shows as its card; with words it is what the channel preview sends.
    return { type: 'youtube video', id: youtubeId, unspoken: { type: 'link', content: `https://www.youtube.com/watch?v=${youtubeId}` } }
  }
  return null
}
