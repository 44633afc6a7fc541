import * as z from 'zod/mini'

export const platforms = ['youtube', 'spotify', 'tiktok', 'instagram', 'facebook'] as const
export const platform = z.enum(platforms)
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

/** A link of one of the five platforms. `id` is null if the URL contains none that we understand (short links). */
export const linkRecord = z.object({ link: z.string(), platform, kind: linkKind, id: z.nullable(z.string()) })
export type LinkRecord = z.output<typeof linkRecord>

const MAX_LINK_LENGTH = 2_048

/** A host matches if it equals one of these or is a subdomain; containing one is not enough. */
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
/** The format of all other ids; ids become part of player and platform API URLs. */
const plainId = /^@?[\w.-]{1,100}$/

/** The id, or null if it has another format. */
const idOf = (text: string | null | undefined): string | null => (text && plainId.test(text) ? text : null)

/**
 * Recognizes a pasted link of the five platforms; returns null for any other text.
 * Only http and https, without credentials, port or look-alike letters. The returned link is normalized to https,
 * without the trailing dot of a host, and is the inner link of a consent page or an embedded post.
 * @example recognizeLink('http://youtu.be/dQw4w9WgXcQ') // { link: 'https://youtu.be/dQw4w9WgXcQ', platform: 'youtube', kind: 'video', id: 'dQw4w9WgXcQ' }
 */
export function recognizeLink(text: string): LinkRecord | null {
  const url = parseAddress(text.trim())
  if (!url) return null
  const found = platformOf(url.hostname)
  if (!found) return null
  const wrapped = wrappedLink(url)
  if (wrapped?.platform === found) return wrapped
  const parts = url.pathname.split('/').filter(Boolean)
  return { link: url.href, platform: found, ...readers[found](url, parts) }
}

/** The link inside an address that wraps it, one level deep. */
function wrappedLink(url: URL): LinkRecord | null {
  const name = wrapperParameter(url)
  const inner = name === null ? null : parseAddress(url.searchParams.get(name) ?? '')
  return inner && wrapperParameter(inner) === null ? recognizeLink(inner.href) : null
}

/** The query parameter with the wrapped link; null for a page without one. */
function wrapperParameter({ hostname, pathname }: URL): string | null {
  if (hostname === 'consent.youtube.com') return 'continue'
  return platformOf(hostname) === 'facebook' && /^\/plugins\/(?:video|post)\.php$/.test(pathname) ? 'href' : null
}

/** The first recognized link in a text, or null. */
export function findLink(text: string): LinkRecord | null {
  for (const [candidate] of text.matchAll(/https?:\/\/[^\s<>"']+/gi)) {
    const record = recognizeLink(withoutTrailingPunctuation(candidate))
    if (record) return record
  }
  return null
}

/** Removes punctuation after a link. A loop, because `[...]+$` takes quadratic time. */
function withoutTrailingPunctuation(text: string): string {
  let end = text.length
  while (end > 0 && '.,;:!?)]}'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Whether the text consists of exactly one recognized link. */
export function isBareLink(text: string): boolean {
  return !/\s/.test(text.trim()) && recognizeLink(text) !== null
}

/**
 * The text to show beside a link card: without the card's link if the text ends with it. The stored text stays unchanged.
 * @param card the link that the card shows, or null
 */
export function textWithoutCardLink(text: string, card: LinkRecord | null): string {
  const end = text.trimEnd()
  const lastWord = end.slice(lastBlank(end) + 1)
  const record = card && recognizeLink(lastWord)
  if (!record) return text
  const isSame = record.id === null ? record.link === card.link : isSameTarget(record, card)
  return isSame ? end.slice(0, end.length - lastWord.length).trimEnd() : text
}

const isSameTarget = (a: LinkRecord, b: LinkRecord): boolean => a.id === b.id && a.kind === b.kind && a.platform === b.platform

function lastBlank(text: string): number {
  for (let index = text.length - 1; index >= 0; index--) if (/\s/.test(text.charAt(index))) return index
  return -1
}

/** Only letters, digits, hyphens and dots. Rejects what the URL parser would repair (`%2e`, full-width letters, `@`). */
const typedHost = /^https?:\/\/[a-z0-9.-]*[a-z0-9]\.?(?::\d+)?(?=[/?#]|$)/i

function parseAddress(text: string): URL | null {
  if (text.length > MAX_LINK_LENGTH || !typedHost.test(text) || hasControlOrSpace(text) || text.includes('\\')) return null
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username || url.password || url.port || url.hostname.includes('xn--')) return null
  url.protocol = 'https:'
  // The absolute form of a host name; players and APIs expect the usual one.
  url.hostname = url.hostname.replace(/\.$/, '')
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
  for (const name of platforms) {
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

/** Whether the host is `name`, with or without `www.`. */
const isHost = (url: URL, name: string): boolean => url.hostname === name || url.hostname === `www.${name}`

/** First path segments of YouTube that are not the legacy bare name of a channel. */
const youtubePages =
  /^(?:feed|results|gaming|premium|about|account|hashtag|trending|redirect|attribution_link|oembed|upload|live|shorts|clip|course|music|movies|news|t|s|ads|playlist|post|source|browse|explore|library|podcasts|channel|embed|watch|watch_popup|v|e|c|user)$/i

function readYoutube(url: URL, parts: string[]): Found {
  const [first = '', second = ''] = parts
  const video = (kind: LinkKind, id: string | null | undefined): Found => (id && youtubeVideo.test(id) ? { kind, id } : page)
  if (isHost(url, 'youtu.be')) return video('video', first)
  if (url.hostname === 'consent.youtube.com') return page
  if (first === 'watch' || first === 'watch_popup') return video('video', url.searchParams.get('v'))
  if (first === 'embed' && second === 'videoseries') return playlist(url)
  if (first === 'embed' && second === 'live_stream') return { kind: 'live', id: null }
  if (['embed', 'v', 'e'].includes(first)) return video('video', second)
  if (first === 'shorts') return video('short', second)
  if (first === 'live') return video('live', second)
  if (first === 'clip') return { kind: 'video', id: null }
  if (first === 'playlist' || first === 'course') return playlist(url)
  const isMusic = url.hostname === 'music.youtube.com'
  if (first === 'channel') return channel(second, isMusic ? 'artist' : 'channel')
  if (isMusic) return first === 'browse' ? readMusic(second) : page
  if (first.startsWith('@')) return { kind: 'channel', id: idOf(first) }
  const name = first === 'c' || first === 'user' ? second : isLegacyName(parts) ? first : ''
  return isChannelName(name) ? { kind: 'channel', id: idOf(name) } : page
}

const channelTabs =
  /^(?:about|channels|community|discussion|featured|live|playlists|podcasts|posts|releases|search|shorts|store|streams|videos)$/i

/** The legacy address of a channel: its bare name, optionally followed by one of its tabs. */
function isLegacyName([first = '', tab, ...rest]: string[]): boolean {
  return !youtubePages.test(first) && rest.length === 0 && (tab === undefined || channelTabs.test(tab))
}

/** Whether a path segment is a channel name: letters of any script, percent-encoded. Only plain ones are ids. */
function isChannelName(segment: string): boolean {
  try {
    return /^[\p{L}\p{M}\p{N}_.-]{1,100}$/u.test(decodeURIComponent(segment))
  } catch {
    // Not UTF-8.
    return false
  }
}

function channel(id: string, kind: LinkKind): Found {
  return /^UC[\w-]{22}$/.test(id) ? { kind, id } : page
}

/** YouTube Music encodes the kind in the prefix of the id. */
function readMusic(id: string): Found {
  if (id.startsWith('MPREb')) return idOf(id) ? { kind: 'album', id } : page
  if (id.startsWith('VL')) return idOf(id) ? { kind: 'playlist', id: id.slice(2) } : page
  return channel(id, 'artist')
}

function playlist(url: URL): Found {
  const id = idOf(url.searchParams.get('list'))
  // Albums are playlists with this prefix.
  return id ? { kind: id.startsWith('OLAK5uy_') ? 'album' : 'playlist', id } : page
}

function readSpotify(_url: URL, parts: string[]): Found {
  const rest = parts.filter((part) => !part.startsWith('intl-') && part !== 'embed' && part !== 'embed-podcast')
  const [kind, id] = rest[0] === 'user' && rest[2] === 'playlist' ? ['playlist', rest[3]] : rest
  if (kind === 'user' && id) return { kind: 'user', id: idOf(id) }
  const type = (['track', 'album', 'artist', 'playlist', 'show', 'episode'] as const).find((name) => name === kind)
  return type && id && spotifyId.test(id) ? { kind: type, id } : page
}

function readTiktok(_url: URL, parts: string[]): Found {
  const [first = '', second = '', third = ''] = parts
  const numbered = (kind: LinkKind, text: string | undefined): Found => (text && /^\d{1,30}$/.test(text) ? { kind, id: text } : page)
  const underUser = first.startsWith('@') || first === 'share'
  if (underUser && second === 'video') return numbered('video', third)
  if (underUser && second === 'photo') return numbered('post', third)
  if (first === 'share' && second === 'live') return numbered('live', third)
  if (first.startsWith('@') && (second === 'collection' || second === 'playlist')) return numbered('playlist', lastNumber(third))
  if (first === 'player' || first === 'embed') return numbered('video', parts.at(-1))
  if (first === 'v') return numbered('video', second.replace(/\.html$/, ''))
  if (first === 'music') return numbered('track', lastNumber(second))
  if (!first.startsWith('@')) return page
  return { kind: second === 'live' ? 'live' : 'user', id: idOf(first) }
}

/** The number of `<name>-<number>`. */
const lastNumber = (segment: string): string => segment.slice(segment.lastIndexOf('-') + 1)

const instagramPages = ['explore', 'accounts', 'direct', 'about', 'developer', 'legal', 'share']
const instagramKinds: Record<string, LinkKind> = { p: 'post', reel: 'reel', reels: 'reel', tv: 'video' }

function readInstagram(_url: URL, parts: string[]): Found {
  const [first = '', second, third] = parts
  if (first === 'stories') return { kind: 'story', id: idOf(third) }
  const index = parts.findIndex((part) => Object.hasOwn(instagramKinds, part))
  const code = index >= 0 && index < 2 ? idOf(parts[index + 1]) : null
  if (code && code !== 'audio') return { kind: instagramKinds[parts[index] ?? ''] ?? 'post', id: code }
  if (instagramPages.includes(first)) return page
  if (second === 'live') return { kind: 'live', id: idOf(first) }
  return parts.length === 1 && index < 0 && idOf(first) ? { kind: 'user', id: first } : page
}

const facebookPages = [
  'share',
  'login',
  'help',
  'events',
  'marketplace',
  'gaming',
  'l.php',
  'plugins',
  'sharer',
  'sharer.php',
  'hashtag',
  'search',
]
/** Pages of one post, whose id is in the query, if at all. */
const facebookPosts = ['permalink.php', 'story.php', 'photo', 'photo.php', 'groups']

function readFacebook(url: URL, parts: string[]): Found {
  const [first = '', second, third] = parts
  const parameter = (name: string) => idOf(url.searchParams.get(name))
  if (isHost(url, 'fb.watch')) return idOf(first) ? { kind: 'video', id: idOf(first) } : page
  if (facebookPages.includes(first)) return page
  if (first === 'watch' || first === 'video.php' || (first === 'video' && second === 'video.php'))
    return parameter('v') ? { kind: second === 'live' ? 'live' : 'video', id: parameter('v') } : page
  if (first === 'reel') return idOf(second) ? { kind: 'reel', id: idOf(second) } : page
  if (first === 'stories') return { kind: 'story', id: idOf(third ?? second) }
  const index = parts.findIndex((part) => part === 'videos' || part === 'posts')
  if (index >= 0) return { kind: parts[index] === 'posts' ? 'post' : 'video', id: index < parts.length - 1 ? idOf(parts.at(-1)) : null }
  if (first === 'groups' && third === 'permalink') return { kind: 'post', id: idOf(parts[3]) }
  // `<name>/photos/<album>/<photo>`, where the album may be missing.
  if (second === 'photos') return { kind: 'post', id: parts.slice(2, 4).findLast((part) => /^\d{1,30}$/.test(part)) ?? null }
  if (facebookPosts.includes(first)) return { kind: 'post', id: parameter('story_fbid') ?? parameter('fbid') }
  // `<author>_<post>`, as the Graph API names posts.
  if (parts.length === 1 && /^\d+_\d+$/.test(first)) return { kind: 'post', id: idOf(first) }
  if (first === 'profile.php') return { kind: 'user', id: parameter('id') }
  if (first === 'people' || first === 'pages') return { kind: 'user', id: idOf(third) }
  return parts.length === 1 && idOf(first) ? { kind: 'user', id: first } : page
}
