import type { LinkRecord } from '#contract/links/links.ts'

/** Music, video or other; determines a card's color, icon and shape. */
export function sideOfLink({ platform, kind }: Pick<LinkRecord, 'platform' | 'kind'>): 'music' | 'video' | 'other' {
  if (kind === 'user' || kind === 'page' || kind === 'post' || kind === 'story') return 'other'
  return platform === 'spotify' || kind === 'artist' || kind === 'album' || kind === 'track' ? 'music' : 'video'
}

/** The shape of the picture, derived only from the link, so that nothing shifts when it loads. */
export function shapeOfLink({ platform, kind }: Pick<LinkRecord, 'platform' | 'kind'>): 'round' | 'wide' | 'square' {
  if (kind === 'artist' || kind === 'channel' || kind === 'user') return 'round'
  return platform === 'youtube' && (kind === 'video' || kind === 'live' || kind === 'playlist') ? 'wide' : 'square'
}
