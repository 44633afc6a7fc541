import type { LinkKind, LinkRecord } from '#contract/links/links.ts'

const instagramPaths: Partial<Record<LinkKind, string>> = { post: 'p', reel: 'reel', video: 'tv' }
/** Query parameters that Facebook's addresses need: the content, and for posts their page. */
const FACEBOOK_QUERY = ['v', 'story_fbid', 'fbid', 'id']

/** The address of a link's target, without parameters that identify the sharer. Without an id the shortened original is used. */
export function plainAddress(record: LinkRecord): string {
  return addressById(record) ?? (record.id === null ? record.link : shortened(record))
}

/**
 * The address made from platform, kind and id; null when they don't identify the target: YouTube's old channel names differ
 * between `/c/`, `/user/` and no prefix, and Facebook posts need their page too.
 */
export function addressById({ platform, kind, id }: Omit<LinkRecord, 'link'>): string | null {
  if (id === null) return null
  if (platform === 'spotify') return `https://open.spotify.com/${kind}/${id}`
  if (platform === 'instagram') return instagramPaths[kind] ? `https://www.instagram.com/${instagramPaths[kind]}/${id}/` : null
  if (platform !== 'youtube' || kind === 'channel') return null
  if (kind === 'playlist' || (kind === 'album' && id.startsWith('OLAK'))) return `https://www.youtube.com/playlist?list=${id}`
  if (kind === 'artist') return `https://www.youtube.com/channel/${id}`
  return kind === 'album' ? `https://music.youtube.com/browse/${id}` : `https://www.youtube.com/watch?v=${id}`
}

/** The original address with only the parts that identify its target. */
function shortened({ platform, link }: LinkRecord): string {
  const { hostname, pathname, searchParams } = new URL(link)
  if (platform === 'youtube') {
    // A channel's name is followed only by its tabs.
    const parts = pathname.split('/').filter(Boolean)
    return `https://www.youtube.com/${parts.slice(0, /^(?:channel|c|user)$/.test(parts[0] ?? '') ? 2 : 1).join('/')}`
  }
  const query = new URLSearchParams()
  for (const name of platform === 'facebook' ? FACEBOOK_QUERY : []) {
    const value = searchParams.get(name)
    if (value !== null) query.set(name, value)
  }
  return `https://${hostname}${pathname}${query.size > 0 ? `?${query.toString()}` : ''}`
}
