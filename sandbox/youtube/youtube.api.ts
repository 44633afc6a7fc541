import type { Catalog } from '#sandbox/kit/catalog.ts'
import { json, type FakeResponse, type FakeRequest } from '#sandbox/kit/http.ts'
import { artistsOf, isAtYouTube, libraryOf, uploadsOf, type Library, type LikedVideo } from '#sandbox/kit/library.ts'
import { parsedBody, recordOf, type Playlists } from '#sandbox/kit/playlists.ts'
import {
  channel,
  likesOf,
  ownChannelId,
  playlistItem,
  subscribedChannels,
  subscription,
  topicChannel,
  video,
  type YouTubeChannel,
} from './youtube.shapes.ts'

const DEFAULT_RESULTS = 5
const MAX_RESULTS = 50

/** An error in the format of Google's APIs: both as a whole and as a list. */
export const youtubeError = (code: number, reason: string, message: string, status: string): FakeResponse =>
  json(code, { error: { code, message, errors: [{ message, domain: 'youtube', reason }], status } })

/** `library` is null for an application with only an API key. */
type ApiRequest = { library: Library | null; data: Catalog; query: URLSearchParams; parts: string[] }

const calls: Record<string, { parts: string[]; answer: (request: ApiRequest) => FakeResponse }> = {
  '/youtube/v3/subscriptions': { parts: ['snippet', 'contentDetails'], answer: subscriptions },
  '/youtube/v3/channels': { parts: ['snippet', 'contentDetails', 'statistics', 'topicDetails'], answer: channels },
  '/youtube/v3/playlistItems': { parts: ['snippet', 'contentDetails'], answer: playlistItems },
  '/youtube/v3/search': { parts: ['snippet'], answer: search },
  '/youtube/v3/videos': { parts: ['snippet', 'contentDetails', 'status', 'statistics', 'topicDetails'], answer: videos },
}

/** Answers a call of the Data API for the user of the bearer token. `application` came with an API key and sees public data. */
export function respondToApi(
  { method, path, query }: FakeRequest,
  who: { login: string; scope: string } | 'application' | 'missing' | 'expired' | 'invalid',
  data: Catalog,
): FakeResponse {
  if (who === 'missing') return youtubeError(403, 'forbidden', 'Method doesn’t allow unregistered callers.', 'PERMISSION_DENIED')
  if (who === 'expired' || who === 'invalid')
    return youtubeError(401, 'authError', 'Request had invalid authentication credentials.', 'UNAUTHENTICATED')
  const call = calls[path]
  if (!call || method !== 'GET') return youtubeError(404, 'notFound', 'Requested entity was not found.', 'NOT_FOUND')
  if (who !== 'application' && !who.scope.includes('youtube'))
    return youtubeError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', 'PERMISSION_DENIED')
  const parts = (query.get('part') ?? '').split(',').filter(Boolean)
  if (parts.length === 0) return badRequest('missingRequiredParameter', 'No filter selected or part missing.')
  const unknown = parts.find((part) => !call.parts.includes(part) && part !== 'id')
  if (unknown) return badRequest('unknownPart', unknown)
  return call.answer({ library: who === 'application' ? null : libraryOf(who.login, data), data, query, parts })
}

/** Answers the calls that create a playlist and add to it. */
export function writeApi(
  { path, query, body }: FakeRequest,
  who: { login: string; scope: string } | 'missing' | 'expired' | 'invalid',
  playlists: Playlists,
  data: Catalog,
): FakeResponse {
  if (typeof who === 'string') return youtubeError(401, 'authError', 'Request had invalid authentication credentials.', 'UNAUTHENTICATED')
  if (!who.scope.split(' ').includes('https://www.googleapis.com/auth/youtube'))
    return youtubeError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', 'PERMISSION_DENIED')
  if (!query.get('part')?.includes('snippet')) return badRequest('missingRequiredParameter', 'part')
  const snippet = recordOf(parsedBody(body)['snippet'])
  if (path === '/youtube/v3/playlists') {
    const title = snippet['title']
    if (typeof title !== 'string' || title === '') return badRequest('playlistTitleRequired', 'The request must specify a playlist title.')
    return json(200, { kind: 'youtube#playlist', id: playlists.create(who.login, title), snippet: { title } })
  }
  if (path !== '/youtube/v3/playlistItems') return youtubeError(404, 'notFound', 'Requested entity was not found.', 'NOT_FOUND')
  const videoId = String(recordOf(snippet['resourceId'])['videoId'])
  if (!allVideos(data).some((entry) => entry.youtube_id === videoId))
    return youtubeError(404, 'videoNotFound', 'Video not found.', 'NOT_FOUND')
  if (!playlists.add(who.login, String(snippet['playlistId']), [videoId]))
    return youtubeError(404, 'playlistNotFound', 'Playlist not found.', 'NOT_FOUND')
  return json(200, { kind: 'youtube#playlistItem', id: `item ${videoId}` })
}

const loginRequired = () => youtubeError(401, 'required', 'Login Required.', 'UNAUTHENTICATED')
const badRequest = (reason: string, message: string) => youtubeError(400, reason, message, 'INVALID_ARGUMENT')

/** Only the requested parts of a resource, and the fields that every resource has. */
function pickParts(resource: Record<string, unknown>, parts: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => ['kind', 'etag', 'id', ...parts].includes(name)))
}

function page(kind: string, query: URLSearchParams, all: readonly Record<string, unknown>[], parts: readonly string[]): FakeResponse {
  const size = Number(query.get('maxResults') ?? DEFAULT_RESULTS)
  if (!Number.isInteger(size) || size < 0 || size > MAX_RESULTS) return badRequest('invalidParameter', 'Invalid value for maxResults.')
  const token = query.get('pageToken')
  const start = token === null ? 0 : placeOf(token)
  if (start === null || start > all.length) return badRequest('invalidPageToken', 'The request specifies an invalid page token.')
  const end = start + (size === 0 ? DEFAULT_RESULTS : size)
  return json(200, {
    kind,
    etag: `list-${all.length}-${start}`,
    ...(end < all.length ? { nextPageToken: tokenOf(end) } : {}),
    ...(start > 0 ? { prevPageToken: tokenOf(Math.max(0, start - size)) } : {}),
    pageInfo: { totalResults: all.length, resultsPerPage: size },
    items: all.slice(start, end).map((entry) => pickParts(entry, parts)),
  })
}

const tokenOf = (place: number) => Buffer.from(`place:${place}`).toString('base64url')
function placeOf(token: string): number | null {
  const place = /^place:(\d+)$/.exec(Buffer.from(token, 'base64url').toString('utf8'))?.[1]
  return place === undefined ? null : Number(place)
}

function subscriptions({ library, query, parts }: ApiRequest): FakeResponse {
  if (query.get('mine') !== 'true') return badRequest('missingRequiredParameter', 'No filter selected. Expected one of: mine.')
  if (!library) return loginRequired()
  const own = ownChannelId(library)
  if (own === null) return page('youtube#subscriptionListResponse', query, [], parts)
  const order = query.get('order') ?? 'relevance'
  if (!['relevance', 'unread', 'alphabetical'].includes(order)) return badRequest('invalidParameter', 'Invalid value for order.')
  const all = subscribedChannels(library)
  const sorted = order === 'alphabetical' ? all.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) : all
  // The real API returns both spellings of the kind, so clients must not match on it.
  return page(
    'youtube#SubscriptionListResponse',
    query,
    sorted.map((entry) => subscription(entry, own)),
    parts,
  )
}

function channels({ library, data, query, parts }: ApiRequest): FakeResponse {
  const kind = 'youtube#channelListResponse'
  if (query.get('mine') === 'true') {
    if (!library) return loginRequired()
    const own = ownChannelId(library)
    const mine = own === null ? [] : [channel({ name: library.displayName, youtube_id: own, description: '' }, { likes: likesOf(own) })]
    return page(kind, query, mine, parts)
  }
  const ids = (query.get('id') ?? '').split(',').filter(Boolean)
  if (ids.length === 0) return badRequest('missingRequiredParameter', 'No filter selected. Expected one of: id, mine.')
  const all = allChannels(data)
  const places = ids.map((id) => all.findIndex(({ youtube_id }) => youtube_id === id))
  const found = places.flatMap((place) => (all[place] ? [channel(all[place], { place })] : []))
  return page(kind, query, found, parts)
}

function playlistItems({ library, data, query, parts }: ApiRequest): FakeResponse {
  const kind = 'youtube#playlistItemListResponse'
  const playlistId = query.get('playlistId') ?? ''
  const own = library && ownChannelId(library)
  if (library && own !== null && playlistId === likesOf(own)) {
    const owner = { id: own, name: library.displayName }
    return page(
      kind,
      query,
      library.likedVideos.map((entry, place) => playlistItem(entry, playlistId, place, owner)),
      parts,
    )
  }
  const owner = allChannels(data).find(({ youtube_id }) => `UU${youtube_id.slice(2)}` === playlistId)
  if (!owner)
    return youtubeError(
      404,
      'playlistNotFound',
      'The playlist identified with the request’s playlistId parameter cannot be found.',
      'NOT_FOUND',
    )
  const found = allVideos(data)
    .filter(({ channel: { youtube_id } }) => youtube_id === owner.youtube_id)
    .map((entry, place) => playlistItem(entry, playlistId, place, { id: owner.youtube_id, name: owner.name }))
  return page(kind, query, found, parts)
}

function videos({ data, query, parts }: ApiRequest): FakeResponse {
  const ids = (query.get('id') ?? '').split(',').filter(Boolean)
  if (ids.length === 0) return badRequest('missingRequiredParameter', 'No filter selected. Expected one of: chart, id, myRating.')
  if (ids.length > MAX_RESULTS) return badRequest('invalidFilters', 'Too many ids.')
  const videosById = new Map(allVideos(data).map((entry) => [entry.youtube_id, entry]))
  const found = ids.flatMap((id) => videosById.get(id) ?? [])
  // A call by ids returns a single page, whatever maxResults is.
  return json(200, {
    kind: 'youtube#videoListResponse',
    etag: `videos-${found.length}`,
    pageInfo: { totalResults: found.length, resultsPerPage: found.length },
    items: found.map((entry) => pickParts(video(entry), parts)),
  })
}

/** Only this call returns texts as HTML, like the real one. */
function search({ data, query, parts }: ApiRequest): FakeResponse {
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = allVideos(data).filter((entry) => fits(`${entry.channel.name} ${entry.name}`))
  const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;')
  const results = found.map((entry) => ({
    kind: 'youtube#searchResult',
    etag: `search-${entry.youtube_id}`,
    id: { kind: 'youtube#video', videoId: entry.youtube_id },
    snippet: { title: asHtml(entry.name), channelId: entry.channel.youtube_id, channelTitle: asHtml(entry.channel.name) },
  }))
  return page('youtube#searchListResponse', query, results, parts)
}

function allChannels(data: Catalog): YouTubeChannel[] {
  const chosen = data.channels.map((entry) => ({ ...entry, description: `The channel of ${entry.name}.` }))
  return [...chosen, ...data.artists.filter(isAtYouTube).map(topicChannel)]
}

const uploads = new WeakMap<Catalog, readonly LikedVideo[]>()

/** All videos; computed once per catalog. */
function allVideos(data: Catalog): readonly LikedVideo[] {
  const cached = uploads.get(data)
  if (cached) return cached
  const found = [...data.channels, ...artistsOf(data).filter(isAtYouTube)].flatMap(uploadsOf)
  uploads.set(data, found)
  return found
}
