import { wordOfGenre, type Catalog } from '#sandbox/kit/catalog.ts'
import { stylesheet, STYLE_PATH } from '#sandbox/kit/pages.ts'
import { json, type FakeResponse, type FakeRequest } from '#sandbox/kit/http.ts'
import { trackMs } from '#sandbox/kit/lengths.ts'
import { normalizeLogin } from '#sandbox/kit/listeners.ts'
import { latestPlays, playsOf, times } from '#sandbox/kit/plays.ts'
import { startFakeService, type FakeService, type FakeServiceOptions } from '#sandbox/kit/fake-service.ts'
import { brand, createSignIn } from './lastfm.sign-in.ts'

/** Every other name exists. */
const NOBODY = 'nobody'
/** A user with a private profile. */
const SECRETIVE = 'private'
const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1_000

const periods: Record<string, keyof typeof times> = {
  overall: 'all',
  '12month': 'all',
  '6month': 'half_year',
  '3month': 'half_year',
  '1month': 'month',
  '7day': 'month',
}

export type FakeLastfmOptions = Pick<FakeServiceOptions, 'port' | 'host' | 'data' | 'pageDelayMs' | 'now'> & {
  apiKey: string
  sharedSecret?: string
  /** The product's callback address for sign-ins. */
  redirectOrigins?: readonly string[]
}

/**
 * Starts a fake of Last.fm's API (`/2.0/?method=...`) and of its sign-in (`/api/auth/`). Every name except `nobody` exists; `private` has a
 * private profile, `empty` has no data.
 */
export function startFakeLastfm(options: FakeLastfmOptions): Promise<FakeService> {
  const { data, apiKey, sharedSecret = '', redirectOrigins = [], now = Date.now } = options
  const signIn = createSignIn({ apiKey, sharedSecret, redirectOrigins, data, now })
  return startFakeService(
    { ...options, clientId: apiKey, clientSecret: null, redirectOrigins },
    {
      isApi: (path) => path.startsWith('/2.0'),
      revoke: () => {},
      reject: ({ status, reason }) => problem(status, reason === undefined ? (codes[status] ?? 8) : Number(reason)),
      answer(request) {
        if (request.path === STYLE_PATH) return stylesheet(brand)
        if (request.path === '/api/auth/') return signIn.pages(request)
        if (request.query.get('method') === 'auth.getSession' && request.query.get('api_key') === apiKey) {
          const session = signIn.session(request.query)
          return typeof session === 'number' ? problem(403, session) : session
        }
        return respondToApi(request, { data, apiKey, now })
      },
    },
  )
}

const codes: Record<number, number> = { 401: 10, 403: 26, 429: 29, 500: 8, 503: 16 }
const messages: Record<number, string> = {
  3: 'Invalid Method - No method with that name in this package',
  4: 'Invalid authentication token supplied',
  6: 'User not found',
  8: 'Operation failed - Most likely the backend service failed. Please try again.',
  10: 'Invalid API key - You must be granted a valid key by last.fm',
  13: 'Invalid method signature supplied',
  14: 'Unauthorized Token - This token has not been authorized',
  16: 'The service is temporarily unavailable, please try again.',
  17: 'Login: User required to be logged in',
  26: 'Suspended API key - Access for your account has been suspended, please contact Last.fm',
  29: 'Rate limit exceeded - Your IP has made too many requests in a short period',
}
const problem = (status: number, error: number): FakeResponse => json(status, { message: messages[error] ?? 'Failed', error })

type Known = { data: Catalog; apiKey: string; now: () => number }

/** The tags of an artist of the catalog: its genres, and one without meaning. */
function topTags(name: string, data: Catalog): FakeResponse {
  const match = data.artists.find((entry) => entry.name.toLowerCase() === name.toLowerCase())
  if (!match) return json(200, { error: 6, message: 'The artist you supplied could not be found', links: [] })
  const tags = [...match.genres.map(wordOfGenre), 'seen live']
  const tag = tags.map((word, index) => ({
    count: 100 - index * 20,
    name: word,
    url: `https://www.last.fm/tag/${encodeURIComponent(word)}`,
  }))
  return json(200, { toptags: { tag, '@attr': { artist: match.name } } })
}

/** Made up: the first of the catalog have millions of listeners, the last ones few. */
function info(name: string, data: Catalog): FakeResponse {
  const index = data.artists.findIndex((entry) => entry.name.toLowerCase() === name.toLowerCase())
  const match = data.artists[index]
  if (!match) return json(200, { error: 6, message: 'The artist you supplied could not be found', links: [] })
  const listeners = Math.round(6_000_000 / (1 + index / 15) ** 2.1)
  const stats = { listeners: String(listeners), playcount: String(listeners * 20) }
  return json(200, { artist: { name: match.name, url: `https://www.last.fm/music/${encodeURIComponent(match.name)}`, stats } })
}

function respondToApi({ method, path, query }: FakeRequest, { data, apiKey, now }: Known): FakeResponse {
  if (method !== 'GET' || path !== '/2.0/' || query.get('format') !== 'json') return problem(400, 3)
  if (query.get('api_key') !== apiKey) return problem(403, 10)
  if (query.get('method') === 'artist.getTopTags') return topTags(query.get('artist') ?? '', data)
  if (query.get('method') === 'artist.getInfo') return info(query.get('artist') ?? '', data)
  const user = query.get('user') ?? ''
  const login = normalizeLogin(user)
  if (!login || login === NOBODY) return problem(404, 6)
  const call = query.get('method') ?? ''
  if (login === SECRETIVE && call !== 'user.getInfo') return problem(403, 17)
  const request = { user, query, now: now() }
  switch (call) {
    case 'user.getInfo':
      return json(200, {
        user: {
          name: user,
          age: '0',
          country: 'None',
          gender: 'n',
          playcount: '1234',
          playlists: '0',
          realname: '',
          registered: { unixtime: '1262304000', '#text': 1_262_304_000 },
          subscriber: '0',
          type: 'user',
          url: `https://www.last.fm/user/${user}`,
          image: [],
        },
      })
    case 'user.getTopArtists':
    case 'user.getTopTracks': {
      const period = query.get('period') ?? 'overall'
      const time = periods[period]
      if (!time) return problem(400, 6)
      const plays = playsOf(login, data, time)
      return call === 'user.getTopArtists'
        ? page('topartists', 'artist', plays.artists.map(artist), request)
        : page('toptracks', 'track', plays.tracks.map(track), request)
    }
    case 'user.getLovedTracks':
      return page(
        'lovedtracks',
        'track',
        playsOf(login, data)
          .tracks.filter((_, place) => place % 4 === 0)
          .map((entry, place) => lovedTrack(entry, place, request.now)),
        request,
      )
    case 'user.getRecentTracks':
      return page(
        'recenttracks',
        'track',
        latestPlays(playsOf(login, data).tracks, { now: request.now, everyMs: 3_600_000, count: 30 }).map(({ track, at }, place) =>
          recentTrack(track, place, at),
        ),
        request,
      )
    default:
      return problem(400, 3)
  }
}

type UserRequest = { user: string; query: URLSearchParams; now: number }

/** One page. Numbers are strings, and a list of one is that element itself, because of the XML behind it. */
function page(list: string, entry: string, all: readonly object[], { user, query }: UserRequest): FakeResponse {
  const perPage = Math.min(MAX_LIMIT, Math.max(1, Number(query.get('limit') ?? DEFAULT_LIMIT) || DEFAULT_LIMIT))
  const number = Math.max(1, Number(query.get('page') ?? 1) || 1)
  const found = all.slice((number - 1) * perPage, number * perPage)
  const attributes = {
    user,
    totalPages: String(Math.ceil(all.length / perPage)),
    page: String(number),
    perPage: String(perPage),
    total: String(all.length),
  }
  return json(200, { [list]: { [entry]: found.length === 1 ? found[0] : found, '@attr': attributes } })
}

const image = [{ size: 'small', '#text': '' }]
const artist = ({ name, plays }: { name: string; plays: number }, place: number) => ({
  streamable: '0',
  image,
  mbid: '',
  url: `https://www.last.fm/music/${encodeURIComponent(name)}`,
  playcount: String(plays),
  '@attr': { rank: String(place + 1) },
  name,
})
type Track = { name: string; artist: string; plays: number }
const track = ({ name, artist: by, plays }: Track, place: number) => ({
  streamable: { fulltrack: '0', '#text': '0' },
  mbid: '',
  name,
  image,
  artist: { url: '', name: by, mbid: '' },
  url: '',
  // Last.fm doesn't know the length of every track.
  duration: place % 5 === 0 ? '0' : String(Math.floor(trackMs(name, by) / 1_000)),
  '@attr': { rank: String(place + 1) },
  playcount: String(plays),
})
const date = (now: number, place: number) => ({ uts: String(Math.floor(now / 1_000) - place * 3_600), '#text': '' })
const lovedTrack = ({ name, artist: by }: Track, place: number, now: number) => ({
  artist: { url: '', name: by, mbid: '' },
  date: date(now, place),
  mbid: '',
  url: '',
  name,
  image,
  streamable: { fulltrack: '0', '#text': '0' },
})
/** The current track has a flag instead of a date. */
const recentTrack = ({ name, artist: by }: Track, place: number, playedAt: number) => ({
  artist: { mbid: '', '#text': by },
  streamable: '0',
  image,
  mbid: '',
  album: { mbid: '', '#text': '' },
  name,
  url: '',
  ...(place === 0 ? { '@attr': { nowplaying: 'true' } } : { date: { uts: String(playedAt / 1_000), '#text': '' } }),
})
