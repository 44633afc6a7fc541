import * as z from 'zod/mini'

export const platform = z.enum(['youtube', 'spotify', 'tiktok', 'instagram', 'facebook'])
export type Platform = z.output<typeof platform>

const linkKind = z.enum([
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
/** What any other id may look like; ids end up in addresses of players and of the platforms' own APIs. */
const plainId = /^@?[\w.-]{1,100}$/

/** That id, or null when it could be anything but an id. */
const idOf = (text: string | null | undefined): string | null => (text && plainId.test(text) ? text : null)

/**
 * Recognises a pasted link of the five platforms, or gives null.
 * Only http and https, no credentials, no odd port, no trailing dot, no look-alike letters; the link comes back normalised to https.
 * @example recognizeLink('http://youtu.be/dQw4w9WgXcQ') // { link: 'https://youtu.be/dQw4w9WgXcQ', platform: 'youtube', kind: 'video', id: 'dQw4w9WgXcQ' }
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
    const record = recognizeLink(withoutClosingMarks(candidate))
    if (record) return record
  }
  return null
}

/** A sentence's own marks after a link. A loop and no `[...]+$`, whose time grows with the square of the length. */
function withoutClosingMarks(text: string): string {
  let end = text.length
  while (end > 0 && '.,;:!?)]}'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Whether the whole text is nothing but one recognised link. */
export function isBareLink(text: string): boolean {
  return !/\s/.test(text.trim()) && recognizeLink(text) !== null
}

/** Letters, digits, hyphens and dots, as they are typed: what the URL parser would repair (`%2e`, full-width letters, `@`) is refused. */
const typedHost = /^https?:\/\/[a-z0-9.-]*[a-z0-9](?::\d+)?(?=[/?#]|$)/i

function parseAddress(text: string): URL | null {
  if (text.length > MAX_LINK_LENGTH || !typedHost.test(text) || hasControlOrSpace(text) || text.includes('\\')) return null
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username || url.password || url.port || url.hostname.includes('xn--')) return null
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

/** Whether the host is that name or `www.` of it. */
const isHost = (url: URL, name: string): boolean => url.hostname === name || url.hostname === `www.${name}`

function readYoutube(url: URL, parts: string[]): Found {
  const [first = '', second = ''] = parts
  const video = (kind: LinkKind, id: string | null | undefined): Found => (id && youtubeVideo.test(id) ? { kind, id } : page)
  if (isHost(url, 'youtu.be')) return video('video', first)
  if (first === 'watch') return video('video', url.searchParams.get('v'))
  if (first === 'embed' && second === 'videoseries') return playlist(url)
  if (['embed', 'v', 'e'].includes(first)) return video('video', second)
  if (first === 'shorts') return video('short', second)
  if (first === 'live') return video('live', second)
  if (first === 'playlist') return playlist(url)
  if (first === 'channel') return /^UC[\w-]{22}$/.test(second) ? { kind: 'channel', id: second } : page
  if (first.startsWith('@')) return { kind: 'channel', id: idOf(first) }
  if (first === 'c' || first === 'user') return { kind: 'channel', id: idOf(second) }
  return page
}

function playlist(url: URL): Found {
  const id = idOf(url.searchParams.get('list'))
  return id ? { kind: 'playlist', id } : page
}

function readSpotify(_url: URL, parts: string[]): Found {
  const rest = parts.filter((part) => !part.startsWith('intl-') && part !== 'embed')
  const [kind, id] = rest[0] === 'user' && rest[2] === 'playlist' ? ['playlist', rest[3]] : rest
  if (kind === 'user' && id) return { kind: 'user', id: idOf(id) }
  const known = (['track', 'album', 'artist', 'playlist', 'show', 'episode'] as const).find((name) => name === kind)
  return known && id && spotifyId.test(id) ? { kind: known, id } : page
}

function readTiktok(_url: URL, parts: string[]): Found {
  const [first = '', second = '', third = ''] = parts
  const underUser = first.startsWith('@') || first === 'share'
  if (underUser && second === 'video') return /^\d{1,30}$/.test(third) ? { kind: 'video', id: third } : page
  if (!first.startsWith('@')) return page
  return { kind: second === 'live' ? 'live' : 'user', id: idOf(first) }
}

const instagramPages = ['explore', 'accounts', 'direct', 'about', 'developer', 'legal']

function readInstagram(_url: URL, parts: string[]): Found {
  const at = parts.findIndex((part) => ['p', 'reel', 'reels', 'tv'].includes(part))
  const code = at >= 0 ? idOf(parts[at + 1]) : null
  if (code) return { kind: parts[at] === 'p' ? 'post' : 'reel', id: code }
  if (parts[0] === 'stories') return { kind: 'story', id: idOf(parts[2]) }
  const name = parts.length === 1 && !instagramPages.includes(parts[0] ?? '') ? idOf(parts[0]) : null
  return name ? { kind: 'user', id: name } : page
}

const facebookPages = ['share', 'login', 'help', 'events', 'marketplace', 'gaming', 'l.php']

function readFacebook(url: URL, parts: string[]): Found {
  const [first = '', second] = parts
  if (isHost(url, 'fb.watch')) return { kind: 'video', id: idOf(first) }
  if (first === 'watch' || first === 'video.php') return { kind: 'video', id: idOf(url.searchParams.get('v')) }
  if (first === 'reel') return { kind: 'reel', id: idOf(second) }
  const at = parts.findIndex((part) => part === 'videos' || part === 'posts')
  if (at >= 0) return { kind: parts[at] === 'posts' ? 'post' : 'video', id: at < parts.length - 1 ? idOf(parts.at(-1)) : null }
  if (['permalink.php', 'story.php', 'photo', 'photo.php', 'groups'].includes(first)) return { kind: 'post', id: null }
  if (first === 'profile.php') return { kind: 'user', id: idOf(url.searchParams.get('id')) }
  const name = parts.length === 1 && !facebookPages.includes(first) ? idOf(first) : null
  return name ? { kind: 'user', id: name } : page
}
