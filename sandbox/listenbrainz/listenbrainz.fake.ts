import type { Catalog } from '#sandbox/kit/catalog.ts'
import { json, type FakeResponse, type FakeRequest } from '#sandbox/kit/http.ts'
import { trackMs } from '#sandbox/kit/lengths.ts'
import { normalizeLogin } from '#sandbox/kit/listeners.ts'
import { latestPlays, playsOf, times, type Plays } from '#sandbox/kit/plays.ts'
import { startFakeService, type FakeService, type FakeServiceOptions } from '#sandbox/kit/fake-service.ts'

/** The only name without an account. */
const NOBODY = 'nobody'
/** A user whose statistics have not been computed yet. */
const NO_STATISTICS = 'no-statistics'
const DEFAULT_COUNT = 25
const MAX_COUNT = 1_000
/** The time window of the rate limit, as in its headers. */
const LIMIT = { limit: 30, resetSeconds: 10 }

const ranges: Record<string, keyof typeof times> = { all_time: 'all', half_yearly: 'half_year', month: 'month' }
const allRanges = ['this_week', 'this_month', 'this_year', 'week', 'month', 'quarter', 'year', 'half_yearly', 'all_time']

export type FakeListenBrainzOptions = Pick<FakeServiceOptions, 'port' | 'host' | 'data' | 'pageDelayMs' | 'now'> & {
  /** Requests per window before 429; unlimited by default. */
  rateLimit?: number
}

/**
 * Starts a fake of ListenBrainz' public API. Every name except `nobody` has listens; `empty` has none, `no-statistics` has no statistics
 * yet. The token of a user is `token-of-<name>`.
 */
export function startFakeListenBrainz(options: FakeListenBrainzOptions): Promise<FakeService> {
  const { data, now = Date.now, rateLimit } = options
  let window = { from: 0, used: 0 }
  return startFakeService(
    { ...options, clientId: '', clientSecret: null, redirectOrigins: [] },
    {
      isApi: (path) => path.startsWith('/1/'),
      revoke: () => {},
      reject: ({ status }) => problem(status, status === 429 ? 'Too many requests' : 'Something went wrong'),
      answer(request) {
        if (now() - window.from >= LIMIT.resetSeconds * 1_000) window = { from: now(), used: 0 }
        window.used++
        const remaining = Math.max(0, (rateLimit ?? LIMIT.limit + window.used) - window.used)
        const resetSeconds = Math.max(1, Math.ceil((window.from + LIMIT.resetSeconds * 1_000 - now()) / 1_000))
        const headers = {
          'x-ratelimit-limit': String(rateLimit ?? LIMIT.limit),
          'x-ratelimit-remaining': String(remaining),
          'x-ratelimit-reset-in': String(resetSeconds),
        }
        const isOver = rateLimit !== undefined && window.used > rateLimit
        const response = isOver ? problem(429, 'Too many requests') : respondToApi(request, data, now())
        return { ...response, headers: { ...response.headers, ...headers } }
      },
    },
  )
}

const problem = (code: number, error: string): FakeResponse => json(code, { code, error })

/** Made up from the fake MusicBrainz' ids, which end in the artist's index in the catalog. Any other id has no listeners. */
function popularity(body: string, data: Catalog): FakeResponse {
  // The product is its only client.
  const { artist_mbids: ids } = JSON.parse(body) as { artist_mbids: string[] }
  const listeners = (id: string): number | null => {
    const [, place] = /^0{8}-0000-4000-8000-(\d{12})$/.exec(id) ?? []
    return place !== undefined && Number(place) < data.artists.length ? Math.round(7_500 / (1 + Number(place) / 15) ** 2.1) : null
  }
  return json(
    200,
    ids.map((id) => ({ artist_mbid: id, total_user_count: listeners(id), total_listen_count: (listeners(id) ?? 0) * 50 || null })),
  )
}

function respondToApi({ method, path, query, headers, body }: FakeRequest, data: Catalog, now: number): FakeResponse {
  if (method === 'POST' && path === '/1/popularity/artist') return popularity(body, data)
  if (method !== 'GET') return problem(405, 'Method not allowed')
  if (path === '/1/validate-token') return validateToken(headers.authorization)
  const [, name = '', what = ''] = /^\/1\/user\/([^/]+)\/(listens)$/.exec(path) ?? []
  const [, of = '', kind = ''] = /^\/1\/stats\/user\/([^/]+)\/(artists|recordings)$/.exec(path) ?? []
  const user = decodeURIComponent(name || of)
  if (!user) return problem(404, 'The requested URL was not found on the server.')
  if (normalizeLogin(user) === NOBODY) return problem(404, `Cannot find user: ${user}`)
  const count = Number(query.get('count') ?? DEFAULT_COUNT)
  const offset = Number(query.get('offset') ?? 0)
  if (!Number.isInteger(count) || count < 0 || !Number.isInteger(offset) || offset < 0)
    return problem(400, "'count' should be a non-negative integer")
  if (what) return listens(user, Math.min(count, MAX_COUNT), data, now)
  const range = query.get('range') ?? 'all_time'
  if (!allRanges.includes(range)) return problem(400, `Invalid range: ${range}`)
  const time = ranges[range]
  const plays = time && normalizeLogin(user) !== NO_STATISTICS ? playsOf(normalizeLogin(user), data, time) : null
  // Not computed: an answer without a body.
  if (!plays || plays.artists.length === 0) return { status: 204 }
  return stats(user, kind === 'artists' ? 'artists' : 'recordings', plays, { count: Math.min(count, MAX_COUNT), offset, range, now })
}

function validateToken(authorization: string | undefined): FakeResponse {
  const token = /^Token (.+)$/.exec(authorization ?? '')?.[1]
  if (!token) return problem(400, 'You need to provide an Authorization token.')
  const owner = /^token-of-(.+)$/.exec(token)?.[1]
  return json(
    200,
    owner ? { code: 200, message: 'Token valid.', valid: true, user_name: owner } : { code: 200, message: 'Token invalid.', valid: false },
  )
}

type ListQuery = { count: number; offset: number; range: string; now: number }

function stats(user: string, kind: 'artists' | 'recordings', plays: Plays, { count, offset, range, now }: ListQuery): FakeResponse {
  const artists = plays.artists.map(({ name, plays: listen_count }) => ({ artist_mbid: null, artist_name: name, listen_count }))
  const recordings = plays.tracks.map(({ name, artist, plays: listen_count }) => ({
    artist_mbids: [],
    artist_name: artist,
    listen_count,
    recording_mbid: null,
    release_mbid: null,
    release_name: null,
    track_name: name,
  }))
  const all = kind === 'artists' ? artists : recordings
  const page = all.slice(offset, offset + count)
  const common = {
    count: page.length,
    from_ts: 1_009_843_200,
    last_updated: Math.floor(now / 1_000),
    offset,
    range,
    to_ts: Math.floor(now / 1_000),
    user_id: user,
  }
  return json(200, {
    payload: { [kind]: page, [kind === 'artists' ? 'total_artist_count' : 'total_recording_count']: all.length, ...common },
  })
}

function listens(user: string, count: number, data: Catalog, now: number): FakeResponse {
  const { tracks } = playsOf(normalizeLogin(user), data)
  const found = latestPlays(tracks, { now, everyMs: 3_600_000, count: Math.min(count, 40) })
  const items = found.map(({ track: { name, artist }, at }) => ({
    inserted_at: at / 1_000,
    listened_at: at / 1_000,
    recording_msid: '00000000-0000-4000-8000-000000000000',
    track_metadata: { additional_info: { duration_ms: trackMs(name, artist) }, artist_name: artist, release_name: null, track_name: name },
    user_name: user,
  }))
  const latest = items[0]?.listened_at ?? 0
  return json(200, {
    payload: {
      count: items.length,
      latest_listen_ts: latest,
      listens: items,
      oldest_listen_ts: items.at(-1)?.listened_at ?? 0,
      user_id: user,
    },
  })
}
