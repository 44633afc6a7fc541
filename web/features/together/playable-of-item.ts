import type { AtReference, NewTogetherItem } from '#contract/together.ts'
import type { Playable } from '#web/features/media/items/playable.ts'
import { videoPicture } from '#web/features/media/items/play.ts'

type Source = Pick<NewTogetherItem, 'spotify_id' | 'youtube_id'> & Partial<Pick<NewTogetherItem, 'title' | 'by'>>

/** How one user plays an item of a session outside the session; null if no platform has it. */
export function playableOfItem(item: Source | AtReference, second?: number): Playable | null {
  const { spotify_id: songId, youtube_id: videoId } = item
  const [title, by] = 'title' in item ? [item.title ?? '', item.by ?? ''] : ['', '']
  const start = second === undefined ? {} : { startSecond: second }
  const video = videoId === null ? null : { kind: 'video' as const, videoId, title, channelName: by, ...start }
  if (songId === null) return video
  const song = { kind: 'song' as const, songId, title, by, ...start }
  return video ? { ...song, elsewhere: { playable: video, isGuess: false } } : song
}

/** The picture of an item; null for one on Spotify, which is never shown under YouTube's picture. */
export const pictureOf = ({ side, spotify_id: songId, youtube_id: videoId }: Source & Pick<NewTogetherItem, 'side'>): string | null =>
  side === 'video' || songId === null ? videoPicture(videoId) : null
