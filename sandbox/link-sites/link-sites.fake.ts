import { escapeHtml } from '#sandbox/embeds/embed-page.ts'
import type { Catalog } from '#sandbox/kit/catalog.ts'
import { createFaults, type Fault } from '#sandbox/kit/faults.ts'
import { json, startServer, type FakeResponse, type FakeRequest } from '#sandbox/kit/http.ts'
import { clipOf, coverOf, GONE, isGone, namesOf, shortLinks } from './link-sites.data.ts'

export type FakeLinkSites = {
  origin: string
  /** Received requests as `host/path?query`, in order. */
  requests: string[]
  /** Makes the next answers fail; `path` begins with the host. */
  failNext(fault: Fault): void
  close(): Promise<void>
}

type Names = ReturnType<typeof namesOf>

/**
 * Starts a fake of the public link data of five platforms: oEmbed of YouTube, Spotify, TikTok and Meta, pages of YouTube's channels, and
 * short links. One server for all hosts: `https://host/path` becomes `/host/path`.
 */
export async function startFakeLinkSites({ host, port, data }: { host: string; port: number; data: Catalog }): Promise<FakeLinkSites> {
  const names = namesOf(data)
  const faults = createFaults()
  const requests: string[] = []
  const { origin, close } = await startServer({ host, port }, (request) => {
    const path = request.path.slice(1)
    requests.push(request.query.size > 0 ? `${path}?${request.query.toString()}` : path)
    const fault = faults.take(path)
    if (!fault) return respond(path, request, names)
    return {
      status: fault.status,
      headers: { 'content-type': 'text/html' },
      body: fault.body ?? '<h1>Sorry</h1>',
      ...(fault.isCut ? { isCut: true } : {}),
    }
  })
  return { origin, requests, failNext: (fault) => faults.add(fault), close }
}

function respond(path: string, { query }: FakeRequest, names: Names): FakeResponse {
  const link = query.get('url') ?? ''
  if (path === 'www.youtube.com/oembed') return youtube(link, names)
  if (path === 'open.spotify.com/oembed') return spotify(link, names)
  if (path === 'www.tiktok.com/oembed') return tiktok(link)
  if (/^graph\.facebook\.com\/v\d+\.0\/(instagram_oembed|oembed_(?:post|video|page))$/.test(path)) return meta(link)
  if (/^www\.youtube\.com\/(?:channel\/|@|c\/|user\/)/.test(path)) return channelPage(path.slice('www.youtube.com/'.length), names)
  const target = shortLinks[path]
  return target ? { status: 302, headers: { location: target } } : text(404, 'Not Found')
}

const text = (status: number, body: string): FakeResponse => ({ status, headers: { 'content-type': 'text/plain' }, body })

function youtube(link: string, { videos }: Names): FakeResponse {
  const url = URL.parse(link)
  const list = url?.searchParams.get('list')
  const id = url?.searchParams.get('v')
  if (list)
    return isGone(list) ? text(404, 'Not Found') : youtubeResponse({ title: `Playlist ${list}`, author: 'Fake channel' }, 'YE7VzlLtp-4')
  if (!id || !/^[\w-]{11}$/.test(id)) return text(400, 'Bad Request')
  if (isGone(id)) return text(404, 'Not Found')
  return youtubeResponse(videos.get(id) ?? { title: `Video ${id}`, author: 'Fake channel' }, id)
}

const youtubeResponse = ({ title, author }: { title: string; author: string }, id: string): FakeResponse =>
  json(200, {
    title,
    author_name: author,
    author_url: 'https://www.youtube.com/@fake-channel',
    type: 'video',
    height: 113,
    width: 200,
    version: '1.0',
    provider_name: 'YouTube',
    provider_url: 'https://www.youtube.com/',
    thumbnail_height: 360,
    thumbnail_width: 480,
    thumbnail_url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
    html: `<iframe width="200" height="113" src="https://www.youtube.com/embed/${id}?feature=oembed"></iframe>`,
  })

function spotify(link: string, { music }: Names): FakeResponse {
  const [, kind = '', id = ''] =
    /^https:\/\/open\.spotify\.com\/(track|album|artist|playlist|show|episode)\/([0-9A-Za-z]{22})$/.exec(link) ?? []
  if (!id || isGone(id)) return json(404, { error: 'Not found' })
  return json(200, {
    html: `<iframe style="border-radius: 12px" width="100%" height="152" src="https://open.spotify.com/embed/${kind}/${id}"></iframe>`,
    iframe_url: `https://open.spotify.com/embed/${kind}/${id}`,
    width: 456,
    height: 152,
    version: '1.0',
    provider_name: 'Spotify',
    provider_url: 'https://spotify.com',
    type: 'rich',
    title: music.get(id) ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id.slice(0, 4)}`,
    thumbnail_url: `https://image-cdn-ak.spotifycdn.com/image/${coverOf(id)}`,
    thumbnail_width: 300,
    thumbnail_height: 300,
  })
}

function tiktok(link: string): FakeResponse {
  const [, user = '', id] = /^https:\/\/(?:www\.|m\.)?tiktok\.com\/(@[\w.-]+)(?:\/video\/(\d+))?/.exec(link) ?? []
  if (!user || isGone(user.slice(1))) return json(400, { code: 400, message: 'Something went wrong' })
  const { title, author } = clipOf(user, id ?? '')
  const common = {
    version: '1.0',
    author_name: author,
    author_url: `https://www.tiktok.com/${user}`,
    provider_name: 'TikTok',
    provider_url: 'https://www.tiktok.com',
  }
  if (!id)
    return json(200, {
      ...common,
      type: 'rich',
      title: `${author}'s Creator Profile`,
      html: '<blockquote class="tiktok-embed"></blockquote>',
    })
  return json(200, {
    ...common,
    type: 'video',
    title,
    author_unique_id: user.slice(1),
    width: '100%',
    height: '100%',
    html: `<blockquote class="tiktok-embed" cite="${escapeHtml(link)}"></blockquote>`,
    thumbnail_width: 576,
    thumbnail_height: 1024,
    thumbnail_url: `https://p16-sign-va.tiktokcdn.com/obj/${coverOf(id)}~tplv-noop.image?x-expires=1700000000&x-signature=${id}`,
    embed_product_id: id,
    embed_type: 'video',
  })
}

/** Since November 2025, Meta's response has no title, author, or picture. */
function meta(link: string): FakeResponse {
  const last = URL.parse(link)?.pathname.split('/').findLast(Boolean) ?? GONE
  if (isGone(last))
    return json(400, {
      error: { message: '(#24) The requested resource does not exist', type: 'OAuthException', code: 24, fbtrace_id: 'A' },
    })
  return json(200, {
    version: '1.0',
    provider_name: 'Instagram',
    provider_url: 'https://www.instagram.com',
    type: 'rich',
    width: 658,
    html: '<blockquote></blockquote>',
  })
}

function channelPage(path: string, { pages }: Names): FakeResponse {
  const id = /^channel\/(UC[\w-]{22})$/.exec(path)?.[1]
  if (isGone(path.replace(/^(?:channel\/UC|@|c\/|user\/)/, ''))) return { ...text(404, '<h1>404</h1>') }
  const name = (id && pages.get(id)) ?? path.replace(/^(?:channel|c|user)\//, '')
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html><head><title>${escapeHtml(name)} - YouTube</title><script>var ytInitialData = {"a":"<meta>"};</script><meta property="og:title" content="${escapeHtml(name)}"><meta property="og:url" content="https://www.youtube.com/${escapeHtml(path)}"><meta property="og:image" content="https://yt3.googleusercontent.com/${coverOf(name)}=s900-c-k-c0x00ffffff-no-rj"></head><body></body></html>`,
  }
}
