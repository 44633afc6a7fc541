import type { MessageType } from '#contract/chat/chat.ts'
import type { Item } from '#contract/media.ts'
import { isSpotify, isVideo } from '#web/features/media/items/playable.ts'

/** How an item is sent: its message type, its id, and the message without a text. */
export type SentItem = { type: MessageType; id: string; withoutText: { type: MessageType; content: string } }

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
