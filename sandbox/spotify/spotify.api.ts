import type { Catalog } from '#sandbox/kit/catalog.ts'
import { APPLICATION } from '#sandbox/kit/authorization.ts'
import { json, type FakeResponse, type FakeRequest } from '#sandbox/kit/http.ts'
import { artistsOf, isAtSpotify, libraryOf, tracksAtSpotify, type Library, type TrackAtSpotify } from '#sandbox/kit/library.ts'
import { parsedBody, type Playlists } from '#sandbox/kit/playlists.ts'
import { latestPlays } from '#sandbox/kit/plays.ts'
import { seededRandom } from '#sandbox/kit/random.ts'
import { artist, track, user } from './spotify.shapes.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 50
const timeRanges = ['long_term', 'medium_term', 'short_term']

export const spotifyError = (status: number, message: string, reason?: string): FakeResponse =>
  json(status, { error: { status, message, ...(reason ? { reason } : {}) } })

type ApiRequest = { origin: string; library: Library; query: URLSearchParams; path: string; now: () => number }

const calls: Record<string, { scope: string | null; answer: (request: ApiRequest) => FakeResponse }> = {
  '/v1/me': { scope: null, answer: ({ origin, library }) => json(200, user(origin, library)) },
  '/v1/me/top/artists': { scope: 'user-top-read', answer: (asked) => topPage(asked, asked.library.artists, artist) },
  '/v1/me/top/tracks': { scope: 'user-top-read', answer: (asked) => topPage(asked, asked.library.tracks, track) },
  '/v1/me/following': { scope: 'user-follow-read', answer: following },
  '/v1/me/tracks': {
    scope: 'user-library-read',
    answer: (asked) =>
      offsetPage(asked, savedTracks(asked), (entry) => ({
        added_at: daysAgo(asked, entry.artist.name.length + entry.name.length),
        track: track(asked.origin, entry),
      })),
  },
  '/v1/me/player/recently-played': { scope: 'user-read-recently-played', answer: recentlyPlayed },
}

/** Answers a call of the Web API for the user of the bearer token. */
export function respondToApi(
  { method, path, query }: FakeRequest,
  who: { login: string; scope: string } | 'missing' | 'expired' | 'invalid',
  { origin, data, now }: { origin: string; data: Catalog; now: () => number },
): FakeResponse {
  if (who === 'missing') return spotifyError(401, 'No token provided')
  if (who === 'expired') return spotifyError(401, 'The access token expired')
  if (who === 'invalid') return spotifyError(401, 'Invalid access token')
  if (method === 'GET' && (path === '/v1/search' || path.startsWith('/v1/tracks/'))) return publicSongs({ path, query }, origin, data)
  const call = calls[path]
  if (!call || method !== 'GET') return spotifyError(404, 'Service not found')
  if (who.login === APPLICATION) return spotifyError(401, 'Valid user authentication required')
  if (call.scope && !who.scope.split(' ').includes(call.scope)) return spotifyError(403, 'Insufficient client scope')
  return call.answer({ origin, library: libraryOf(who.login, data), query, path, now })
}

/** Answers the calls that create a playlist and add to it. */
export function writeApi(
  { path, body }: FakeRequest,
  who: { login: string; scope: string } | 'missing' | 'expired' | 'invalid',
  playlists: Playlists,
): FakeResponse {
  if (who === 'missing') return spotifyError(401, 'No token provided')
  if (who === 'expired' || who === 'invalid') return spotifyError(401, 'Invalid access token')
  if (!who.scope.split(' ').includes('playlist-modify-private')) return spotifyError(403, 'Insufficient client scope')
  const parsed = parsedBody(body)
  if (path === '/v1/me/playlists') {
    if (typeof parsed['name'] !== 'string' || parsed['name'] === '') return spotifyError(400, 'Missing required field: name')
    const id = playlists.create(who.login, parsed['name'])
    return json(201, { id, name: parsed['name'], public: parsed['public'] ?? true, uri: `spotify:playlist:${id}` })
  }
  const id = /^\/v1\/playlists\/(\w+)\/items$/.exec(path)?.[1]
  if (id === undefined) return spotifyError(404, 'Service not found')
  const uris = Array.isArray(parsed['uris']) ? parsed['uris'] : []
  if (uris.length === 0 || uris.length > 100 || !uris.every((uri) => /^spotify:track:[0-9A-Za-z]{22}$/.test(String(uri))))
    return spotifyError(400, 'Invalid track uri')
  if (!playlists.add(who.login, id, uris.map(String))) return spotifyError(403, 'You cannot add tracks to a playlist you don’t own.')
  return json(201, { snapshot_id: `snapshot ${id}` })
}

/** Songs are public: an application without a user may also request them. */
function publicSongs({ path, query }: { path: string; query: URLSearchParams }, origin: string, data: Catalog): FakeResponse {
  const songs = artistsOf(data).filter(isAtSpotify).flatMap(tracksAtSpotify)
  const id = /^\/v1\/tracks\/([0-9A-Za-z]{22})$/.exec(path)?.[1]
  if (path !== '/v1/search') {
    const found = songs.find(({ spotify_id }) => spotify_id === id)
    return found ? json(200, track(origin, found)) : spotifyError(404, 'Resource not found')
  }
  // Since 2026, a search returns at most ten.
  const limit = wholeNumber(query, 'limit', 5, 1, 10)
  if (limit === null) return spotifyError(400, 'Invalid limit')
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return spotifyError(400, 'No search query')
  if (query.get('type') !== 'track') return spotifyError(400, 'Bad search type field')
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = songs.filter((song) => fits(`${song.artist.name} ${song.name}`)).slice(0, limit)
  return json(200, { tracks: { items: found.map((song) => track(origin, song)), limit, offset: 0, total: found.length } })
}

/** A whole number of the query within its limits, or null. */
function wholeNumber(query: URLSearchParams, name: string, fallback: number, min: number, max: number): number | null {
  const value = Number(query.get(name) ?? fallback)
  return Number.isInteger(value) && value >= min && value <= max ? value : null
}

function offsetPage<T>({ origin, path, query }: ApiRequest, all: readonly T[], shape: (item: T) => unknown): FakeResponse {
  const limit = wholeNumber(query, 'limit', DEFAULT_LIMIT, 1, MAX_LIMIT)
  const offset = wholeNumber(query, 'offset', 0, 0, 100_000)
  if (limit === null) return spotifyError(400, 'Invalid limit')
  if (offset === null) return spotifyError(400, 'Invalid offset')
  const urlOf = (place: number) => {
    const url = new URL(`${origin}${path}`)
    for (const [name, value] of query) url.searchParams.set(name, value)
    url.searchParams.set('offset', String(place))
    url.searchParams.set('limit', String(limit))
    return url.href
  }
  return json(200, {
    href: urlOf(offset),
    items: all.slice(offset, offset + limit).map(shape),
    limit,
    next: offset + limit < all.length ? urlOf(offset + limit) : null,
    offset,
    previous: offset > 0 ? urlOf(Math.max(0, offset - limit)) : null,
    total: all.length,
  })
}

/** The longer the time range, the more items; the last weeks have their own order. */
function topPage<T>(input: ApiRequest, loved: readonly T[], shape: (origin: string, it: T) => unknown): FakeResponse {
  const range = input.query.get('time_range') ?? 'medium_term'
  if (!timeRanges.includes(range)) return spotifyError(400, 'Invalid time range')
  const random = seededRandom(`${input.library.login} ${range}`)
  const share = { long_term: 1, medium_term: 0.8, short_term: 0.5 }[range] ?? 1
  const spread = { long_term: 0, medium_term: 8, short_term: 16 }[range] ?? 0
  const shuffled = loved.map((item, place) => ({ item, key: place + (random() - 0.5) * spread })).toSorted((a, b) => a.key - b.key)
  return offsetPage(input, shuffled.slice(0, Math.ceil(loved.length * share)), ({ item }) => shape(input.origin, item))
}

function following({ origin, library, query, path }: ApiRequest): FakeResponse {
  if (query.get('type') !== 'artist') return spotifyError(400, 'Bad request. Only the type artist is supported')
  const limit = wholeNumber(query, 'limit', DEFAULT_LIMIT, 1, MAX_LIMIT)
  if (limit === null) return spotifyError(400, 'Invalid limit')
  const followed = library.artists.filter((_, place) => place % 3 !== 1)
  const after = query.get('after')
  const start = after === null ? 0 : followed.findIndex(({ spotify_id }) => spotify_id === after) + 1
  const page = followed.slice(start, start + limit)
  const last = start + limit < followed.length ? (page.at(-1)?.spotify_id ?? null) : null
  const address = `${origin}${path}?type=artist&limit=${limit}`
  return json(200, {
    artists: {
      href: after === null ? address : `${address}&after=${after}`,
      items: page.map((item) => artist(origin, item)),
      limit,
      next: last === null ? null : `${address}&after=${last}`,
      cursors: { after: last },
      total: followed.length,
    },
  })
}

function recentlyPlayed(asked: ApiRequest): FakeResponse {
  const limit = wholeNumber(asked.query, 'limit', DEFAULT_LIMIT, 1, MAX_LIMIT)
  if (limit === null) return spotifyError(400, 'Invalid limit')
  if (asked.query.has('after') && asked.query.has('before')) return spotifyError(400, 'Only one of after and before may be given')
  const played = latestPlays(asked.library.tracks, { now: asked.now(), everyMs: 6 * 3_600_000, count: Math.min(limit, 30) })
  const items = played.map(({ track: it, at }) => ({
    track: track(asked.origin, it),
    played_at: new Date(at).toISOString(),
    context: null,
  }))
  const times = items.map(({ played_at }) => String(Date.parse(played_at)))
  const first = times[0]
  return json(200, {
    href: `${asked.origin}${asked.path}?limit=${limit}`,
    items,
    limit,
    next: null,
    cursors: first === undefined ? null : { after: first, before: times.at(-1) },
  })
}

const savedTracks = ({ library }: ApiRequest): TrackAtSpotify[] => library.tracks.filter((_, place) => place % 2 === 0)
const daysAgo = ({ now }: ApiRequest, days: number) => new Date(now() - days * 86_400_000).toISOString()
