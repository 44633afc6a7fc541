import { ProviderError } from '#server/providers/provider-error.ts'
import {
  parseResponse,
  providerHttp,
  request,
  type ProviderResponse,
  type ProviderHttp,
  withQuery,
} from '#server/providers/provider-http.ts'
import type { NameProvider, ProviderList, ProviderPage, ProviderRow } from '#server/providers/provider.ts'
import { artistRows, listenPlays, listenRows, recordingRows, type StatsRange } from './listenbrainz.map.ts'
import { artistStats, recentListens, recordingStats, tokenResponse } from './listenbrainz.shapes.ts'

export type ListenBrainzOptions = {
  /** The address of the API; the real one by default. */
  origin?: string
  now: () => Date
  http?: ProviderHttp
  pageSize?: number
  userAgent: string
}

export const LISTENBRAINZ_ORIGIN = 'https://api.listenbrainz.org'
const PAGE_SIZE = 100
/** The statistics end at this rank. */
const DEEPEST = 1_000
const RECENT = 100
const DEFAULT_WAIT_SECONDS = 30

/** A list of statistics: its name, its time range, and the parser of a page. */
type Stats = ProviderList & { path: 'artists' | 'recordings'; range: StatsRange }
type StatsPage = { rows: (first: number, highest: number) => ProviderRow[]; counts: number[]; total: number }

const ranges: readonly StatsRange[] = ['all_time', 'half_yearly', 'month']
const stats: readonly Stats[] = (['artists', 'recordings'] as const).flatMap((path) =>
  ranges.map((range): Stats => ({ name: `${path}_${range}`, reading: path === 'artists' ? 'artists' : 'tracks', path, range })),
)
const LISTENS = 'recent_listens'

/** ListenBrainz' public statistics. No key is needed; the service asks callers to respect its rate limit headers. */
export function createListenBrainzClient(options: ListenBrainzOptions): NameProvider {
  const { origin = LISTENBRAINZ_ORIGIN, now, http = providerHttp, pageSize = PAGE_SIZE, userAgent } = options
  /** The limit applies to this server and not to one user: all requests wait until it is over. */
  let notBefore = 0

  async function get(path: string, query: Record<string, string>, headers: Record<string, string> = {}): Promise<ProviderResponse> {
    const waitMs = notBefore - now().getTime()
    if (waitMs > 0) throw new ProviderError('wait', 'the rate limit is used up', { path }, Math.ceil(waitMs / 1_000))
    const response = await request(http, { url: withQuery(`${origin}${path}`, query), headers: { 'user-agent': userAgent, ...headers } })
    const { remaining, resetSeconds } = response.rateLimit
    if (remaining === 0 && resetSeconds !== null) notBefore = now().getTime() + resetSeconds * 1_000
    return response
  }

  async function readStats({ path, range }: Stats, name: string, from: string | null): Promise<ProviderPage> {
    const { offset, highest: known } = readPosition(from)
    const count = Math.min(pageSize, DEEPEST - offset)
    const response = await get(`/1/stats/user/${encodeURIComponent(name)}/${path}`, { count: String(count), offset: String(offset), range })
    // Not computed yet, or nothing was played in that time.
    if (response.status === 204) return { rows: [], read: 0, next: null, total: 0 }
    if (response.status !== 200) throw callError(response, path)
    const page = pageOf(path, range, response.body)
    const highest = known || (page.counts[0] ?? 1)
    const read = page.counts.length
    const next = read > 0 && offset + read < Math.min(page.total, DEEPEST) ? `${offset + read}|${highest}` : null
    return { rows: page.rows(offset + 1, highest), read, next, total: Math.min(page.total, DEEPEST) }
  }

  async function recent(name: string): Promise<ProviderPage> {
    const response = await get(`/1/user/${encodeURIComponent(name)}/listens`, { count: String(RECENT) })
    if (response.status !== 200) throw callError(response, 'listens')
    const { listens } = parseResponse(recentListens, response.body, 'listens').payload
    return { rows: listenRows(listens), plays: listenPlays(listens), read: listens.length, next: null, total: listens.length }
  }

  return {
    source: 'listenbrainz',
    recentList: LISTENS,
    lists: [...stats.map(({ name, reading }) => ({ name, reading })), { name: LISTENS, reading: 'tracks' }],
    async account(name) {
      const response = await get(`/1/user/${encodeURIComponent(name)}/listens`, { count: '1' })
      if (response.status !== 200) throw callError(response, 'listens')
      // Names that differ in case are different users there, but nobody may register a look-alike.
      const userName = parseResponse(recentListens, response.body, 'listens').payload.user_id
      return { id: userName.toLowerCase(), name: userName }
    },
    async ownerOf(token) {
      const response = await get('/1/validate-token', {}, { authorization: `Token ${token}` })
      if (response.status === 401 || response.status === 400) return null
      if (response.status !== 200) throw callError(response, 'validate-token')
      const { valid, user_name } = parseResponse(tokenResponse, response.body, 'validate-token')
      return valid ? (user_name?.toLowerCase() ?? null) : null
    },
    page(name, list, from) {
      if (list === LISTENS) return recent(name)
      const listConfig = stats.find((stat) => stat.name === list)
      if (!listConfig) throw new Error(`ListenBrainz has no list ${list}`)
      return readStats(listConfig, name, from)
    },
  }
}

function pageOf(path: Stats['path'], range: StatsRange, body: unknown): StatsPage {
  if (path === 'artists') {
    const { artists, total_artist_count: total } = parseResponse(artistStats, body, path).payload
    return {
      rows: (first, highest) => artistRows(range, first, highest, artists),
      counts: artists.map((artist) => artist.listen_count),
      total,
    }
  }
  const { recordings, total_recording_count: total } = parseResponse(recordingStats, body, path).payload
  return {
    rows: (first, highest) => recordingRows(range, first, highest, recordings),
    counts: recordings.map((recording) => recording.listen_count),
    total,
  }
}

/** A position is `<offset>|<plays of the most played>`: later pages don't contain the first one's count. */
function readPosition(from: string | null): { offset: number; highest: number } {
  const [offset, highest] = (from ?? '').split('|').map(Number)
  return { offset: offset || 0, highest: highest || 0 }
}

function callError({ status, retryAfterSeconds, rateLimit }: ProviderResponse, call: string): ProviderError {
  const logFields = { status, call }
  if (status === 404) return new ProviderError('unknown', 'no user has that name', logFields)
  if (status === 429)
    return new ProviderError('wait', 'too many requests', logFields, retryAfterSeconds ?? rateLimit.resetSeconds ?? DEFAULT_WAIT_SECONDS)
  return new ProviderError('unavailable', 'the call was rejected', logFields)
}
