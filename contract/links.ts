import * as z from 'zod/mini'

export const platform = z.enum(['youtube', 'spotify', 'tiktok', 'instagram', 'facebook'])
export type Platform = z.output<typeof platform>

export const linkKind = z.enum([
  'video',
  'short',
  'live',
  'track',
  'album',
  'artist',
  'playlist',
  'episode',
  'show',
  'channel',
  'post',
  'reel',
  'story',
  'user',
  'page',
])
export type LinkKind = z.output<typeof linkKind>

/** A link of one of the five platforms. `id` is null where the address carries none we understand (short links). */
export const linkRecord = z.object({ link: z.string(), platform, kind: linkKind, id: z.nullable(z.string()) })
export type LinkRecord = z.output<typeof linkRecord>

const MAX_LINK_LENGTH = 2_048

/** A host counts when it is one of these or below one of them; never because it merely contains one. */
const hostsOf: Record<Platform, readonly string[]> = {
  youtube: ['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'youtubekids.com'],
  spotify: ['spotify.com', 'spotify.link', 'spotify.app.link'],
  tiktok: ['tiktok.com', 'tiktokv.com'],
  instagram: ['instagram.com', 'instagr.am'],
  facebook: ['facebook.com', 'fb.watch', 'fb.com'],
}

type Found = { kind: LinkKind; id: string | null }
const page: Found = { kind: 'page', id: null }
const youtubeVideo = /^[\w-]{11}$/
const spotifyId = /^[0-9A-Za-z]{22}$/

/**
 * Recognises a pasted link of the five platforms, or gives null.
 * Only http and https, no credentials, no odd port, no trailing dot, no look-alike letters; the link comes back normalised to https.
 */
export function recognizeLink(text: string): LinkRecord | null {
  const url = parseAddress(text.trim())
  if (!url) return null
  const found = platformOf(url.hostname)
  if (!found) return null
  const parts = url.pathname.split('/').filter(Boolean)
  return { link: url.href, platform: found, ...readers[found](url, parts) }
}

/** The first recognised link inside a longer text, or null. */
export function findLink(text: string): LinkRecord | null {
  for (const [candidate] of text.matchAll(/https?:\/\/[^\s<>"']+/gi)) {
    const record = recognizeLink(candidate.replace(/[.,;:!?)\]}]+$/, ''))
    if (record) return record
  }
  return null
}

/** Whether the whole text is nothing but one recognised link. */
export function isBareLink(text: string): boolean {
  return !/\s/.test(text.trim()) && recognizeLink(text) !== null
}

function parseAddress(text: string): URL | null {
  if (text.length > MAX_LINK_LENGTH || !/^https?:\/\/[^/\\]/i.test(text) || hasControlOrSpace(text) || text.includes('\\')) return null
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username || url.password || url.port || url.hostname.endsWith('.') || url.hostname.includes('xn--')) return null
  url.protocol = 'https:'
  return url
}

function hasControlOrSpace(text: string): boolean {
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    if (code <= 0x20 || (code >= 0x7f && code <= 0xa0)) return true
  }
  return false
}

function platformOf(host: string): Platform | null {
  for (const name of platform.options) {
    if (hostsOf[name].some((known) => host === known || host.endsWith(`.${known}`))) return name
  }
  return null
}

const readers: Record<Platform, (url: URL, parts: string[]) => Found> = {
  youtube: readYoutube,
  spotify: readSpotify,
  tiktok: readTiktok,
  instagram: readInstagram,
  facebook: readFacebook,
}

function readYoutube(url: URL, parts: string[]): Found {
  const [first = '', second = ''] = parts
  const video = (kind: LinkKind, id: string | null | undefined): Found => (id && youtubeVideo.test(id) ? { kind, id } : page)
  if (url.hostname === 'youtu.be') return video('video', first)
  if (first === 'watch') return video('video', url.searchParams.get('v'))
  if (['embed', 'v', 'e'].includes(first)) return video('video', second)
  if (first === 'shorts') return video('short', second)
  if (first === 'live') return video('live', second)
  if (first === 'playlist') return { kind: 'playlist', id: url.searchParams.get('list') }
  if (first === 'channel') return /^UC[\w-]{22}$/.test(second) ? { kind: 'channel', id: second } : page
  if (first.startsWith('@')) return { kind: 'channel', id: first }
  if (first === 'c' || first === 'user') return { kind: 'channel', id: second || null }
  return page
}

function readSpotify(_url: URL, parts: string[]): Found {
  const rest = parts.filter((part) => !part.startsWith('intl-') && part !== 'embed')
  const [kind, id] = rest[0] === 'user' && rest[2] === 'playlist' ? ['playlist', rest[3]] : rest
  if (kind === 'user' && id) return { kind: 'user', id }
  const known = (['track', 'album', 'artist', 'playlist', 'show', 'episode'] as const).find((name) => name === kind)
  return known && id && spotifyId.test(id) ? { kind: known, id } : page
}

function readTiktok(_url: URL, parts: string[]): Found {
  const [first = '', second = '', third = ''] = parts
  if (second === 'video' && /^\d+$/.test(third)) return { kind: 'video', id: third }
  if (first === 'share' && second === 'video' && /^\d+$/.test(third)) return { kind: 'video', id: third }
  if (first.startsWith('@') && second === 'live') return { kind: 'live', id: first }
  if (first.startsWith('@')) return { kind: 'user', id: first }
  return page
}

function readInstagram(_url: URL, parts: string[]): Found {
  const at = parts.findIndex((part) => ['p', 'reel', 'reels', 'tv'].includes(part))
  const code = at >= 0 ? parts[at + 1] : undefined
  if (code) return { kind: parts[at] === 'p' ? 'post' : 'reel', id: code }
  if (parts[0] === 'stories') return { kind: 'story', id: parts[2] ?? null }
  return parts.length === 1 && parts[0] ? { kind: 'user', id: parts[0] } : page
}

function readFacebook(url: URL, parts: string[]): Found {
  if (url.hostname === 'fb.watch') return { kind: 'video', id: parts[0] ?? null }
  if (parts[0] === 'watch') return { kind: 'video', id: url.searchParams.get('v') }
  if (parts[0] === 'reel') return { kind: 'reel', id: parts[1] ?? null }
  const at = parts.findIndex((part) => part === 'videos' || part === 'posts')
  if (at >= 0) return { kind: parts[at] === 'posts' ? 'post' : 'video', id: parts.at(-1) ?? null }
  if (['permalink.php', 'story.php', 'photo', 'groups'].includes(parts[0] ?? '')) return { kind: 'post', id: null }
  return parts.length === 1 && parts[0] && parts[0] !== 'share' ? { kind: 'user', id: parts[0] } : page
}
