import type { LinkRecord } from '#contract/links.ts'

/** Something to hear, something to watch, or anything else; picks the colour, the sign and the shape of a card. */
export function sideOfLink({ platform, kind }: Pick<LinkRecord, 'platform' | 'kind'>): 'music' | 'video' | 'other' {
  if (kind === 'user' || kind === 'page' || kind === 'post' || kind === 'story') return 'other'
  return platform === 'spotify' || kind === 'artist' || kind === 'album' || kind === 'track' ? 'music' : 'video'
}

/** The shape of its picture: known from the link alone, so that nothing moves when the picture comes. */
export function shapeOfLink({ platform, kind }: Pick<LinkRecord, 'platform' | 'kind'>): 'round' | 'wide' | 'square' {
  if (kind === 'artist' || kind === 'channel' || kind === 'user') return 'round'
  return platform === 'youtube' && (kind === 'video' || kind === 'live' || kind === 'playlist') ? 'wide' : 'square'
}
