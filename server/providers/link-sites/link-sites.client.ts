import { recognizeLink, type LinkRecord } from '#contract/links/links.ts'
import { createOutside, type OutsideRequest } from '#server/providers/outside.ts'
import type { OutsideFetch } from '#server/providers/outside-fetch.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { decodeHtmlReferences } from '#server/providers/html-references.ts'
import type { LinkResponse, LinkSites, LinkDetails } from './link-sites.types.ts'
import { oembedAddress, readOembed } from './oembed.ts'
import { plainAddress } from './plain-address.ts'

const MAX_BYTES = 1024 * 1024
const TIMEOUT_MS = 5_000
const RESOLVE_TIMEOUT_MS = 2_000
const MAX_HOPS = 3

const OEMBED_HOSTS = ['www.youtube.com', 'open.spotify.com', 'www.tiktok.com', 'graph.facebook.com']
/** Hosts whose pages are read for their Open Graph data. */
const PAGE_HOSTS = ['www.youtube.com', 'www.tiktok.com']
/** Hosts of short links, and the hosts that they redirect through. */
const SHORT_HOSTS = [
  'spotify.link',
  'spotify.app.link',
  'open.spotify.com',
  'vm.tiktok.com',
  'vt.tiktok.com',
  'tiktok.com',
  'www.tiktok.com',
  'm.tiktok.com',
  'www.facebook.com',
  'm.facebook.com',
  'facebook.com',
]

/** Reads from the platforms, or through `fetch`. Only the hosts above are requested, whatever a response points to. */
export function createLinkSites({ fetch }: { fetch?: OutsideFetch } = {}): LinkSites {
  const common = { maxBytes: MAX_BYTES, ...(fetch ? { fetch } : {}) }
  const oembed = createOutside({ ...common, hosts: OEMBED_HOSTS, timeoutMs: TIMEOUT_MS })
  const page = createOutside({ ...common, hosts: PAGE_HOSTS, timeoutMs: TIMEOUT_MS, tooLong: 'cut' })
  const short = createOutside({ ...common, hosts: SHORT_HOSTS, timeoutMs: RESOLVE_TIMEOUT_MS, tooLong: 'cut' })

  return {
    async resolve(link) {
      if (!isShort(link)) return link
      try {
        return await follow(link, short)
      } catch (error) {
        // After any error, the short link itself is still a link.
        if (error instanceof ProviderError) return link
        throw error
      }
    },

    async read(link) {
      const address = oembedAddress(link)
      if (address) return readOembed(link, await oembed(address))
      const hasPage = link.platform === 'youtube' && (link.kind === 'channel' || link.kind === 'artist') && link.id !== null
      return hasPage ? readPage(link, page) : null
    },
  }
}

/** Links that only redirect to another. */
function isShort({ link, platform, kind, id }: LinkRecord): boolean {
  if (kind !== 'page' || id !== null) return false
  const { hostname, pathname } = new URL(link)
  if (platform === 'spotify') return hostname.endsWith('.link')
  if (platform === 'tiktok') return /^v[mt]\.tiktok\.com$/.test(hostname) || pathname.startsWith('/t/')
  return platform === 'facebook' && pathname.startsWith('/share/')
}

/** Follows redirects while each target is a link of the same platform. */
async function follow(link: LinkRecord, ask: OutsideRequest): Promise<LinkRecord> {
  let now = link
  for (let hop = 0; hop < MAX_HOPS && isShort(now); hop++) {
    const { status, location, bytes } = await ask(now.link)
    const target = status >= 300 && status < 400 ? location : openGraph(bytes.toString('utf8')).url
    const next = target && URL.canParse(target, now.link) ? recognizeLink(new URL(target, now.link).href) : null
    if (next?.platform !== link.platform) return link
    now = next
  }
  return isShort(now) ? link : now
}

async function readPage(link: LinkRecord, page: OutsideRequest): Promise<LinkResponse> {
  const address = new URL(plainAddress(link))
  address.hostname = PAGE_HOSTS.includes(address.hostname) ? address.hostname : 'www.youtube.com'
  const { status, bytes } = await page(address.href)
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status !== 200) throw new ProviderError('unavailable', 'the page was rejected', { status })
  const { title, author, thumbnail } = openGraph(bytes.toString('utf8'))
  return { kind: 'found', details: { title, author, thumbnail } }
}

const MAX_TEXT = 1_000

/** The Open Graph data of a page, or of its beginning; all null when it has none. Takes time in proportion to its length. */
function openGraph(html: string): LinkDetails & { url: string | null } {
  const found = new Map<string, string>()
  for (let index = html.indexOf('<meta'); index >= 0; index = html.indexOf('<meta', index + 5)) {
    const end = html.indexOf('>', index)
    if (end < 0) break
    const attributes = attributesOf(html.slice(index + 5, Math.min(end, index + 4_000)))
    const name = attributes.get('property') ?? attributes.get('name')
    const content = attributes.get('content')
    if (name?.startsWith('og:') && content && !found.has(name)) found.set(name, content)
  }
  const cleanText = (name: string) => found.get(name)?.trim().slice(0, MAX_TEXT).toWellFormed() || null
  return { title: cleanText('og:title'), author: null, thumbnail: cleanText('og:image'), url: cleanText('og:url') }
}

function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of tag.matchAll(
    /([a-z:-]{1,30})=(?:"([^"]{0,3000})"|'([^']{0,3000})'|([^\s"'>]{1,300}))/gi,
  )) {
    found.set(name.toLowerCase(), decodeHtmlReferences(double ?? single ?? bare ?? ''))
  }
  return found
}
