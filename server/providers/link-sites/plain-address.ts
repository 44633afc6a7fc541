import type { LinkKind, LinkRecord } from '#contract/links.ts'

const instagramPaths: Partial<Record<LinkKind, string>> = { post: 'p', reel: 'reel', video: 'tv' }
/** What Facebook's addresses need of their query: the thing, and for posts the page it stands on. */
const FACEBOOK_QUERY = ['v', 'story_fbid', 'fbid', 'id']

/**
 * The plain address of what a link leads to, without what says who shared it. Only a link without an id stays as it was written:
 * nothing else is known of it.
 */
export function plainAddress(record: LinkRecord): string {
  return addressById(record) ?? (record.id === null ? record.link : shortened(record))
}

/**
 * The address made from platform, kind and id; null where those do not tell which thing it is: old names of YouTube's channels mean
 * another one behind `/c/`, behind `/user/` and alone, and posts of Facebook have a page beside their number.
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

/** The address as it was written, as far as it tells what it leads to. */
function shortened({ platform, link }: LinkRecord): string {
  const { hostname, pathname, searchParams } = new URL(link)
  if (platform === 'youtube') {
    // Behind a channel's name only its tabs follow.
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
