import { findLink } from '#contract/links.ts'
import type { Item } from '#contract/media.ts'

type Ids = Pick<Item, 'kind' | 'spotify_id' | 'youtube_id'>

/** The link that shares an item; null without an id of a platform. */
export function linkOfItem({ kind, spotify_id: spotifyId, youtube_id: youtubeId }: Ids): string | null {
  if ((kind === 'track' || kind === 'artist') && spotifyId !== null) return `https://open.spotify.com/${kind}/${spotifyId}`
  if (youtubeId === null) return null
  const isWatched = kind === 'track' || kind === 'video'
  return isWatched ? `https://www.youtube.com/watch?v=${youtubeId}` : `https://www.youtube.com/channel/${youtubeId}`
}

/** The text with a link at its end. */
export function withLink(text: string, link: string): string {
  const before = text.trimEnd()
  return before === '' ? link : `${before} ${link}`
}

const MAX_WORDS_A_SIDE = 8

/** The query of a text that reads “artist - title”; null for other texts. */
export function namedItem(text: string): string | null {
  const line = text.trim()
  if (line.includes('\n') || findLink(line)) return null
  const sides = line.split(/\s[-–—]\s/u)
  const isName = (side: string) => side.trim() !== '' && side.trim().split(/\s+/u).length <= MAX_WORDS_A_SIDE
  return sides.length === 2 && sides.every(isName) ? line : null
}

/** Whether this first character of a text opens the search. */
export const isOpener = (before: string, next: string): boolean => before === '' && (next === '/' || next === '+')
