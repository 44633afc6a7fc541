import { createHash } from 'node:crypto'
import { ProviderError } from '#server/providers/provider-error.ts'
import {
  parseResponse,
  providerHttp,
  request,
  type ProviderResponse,
  type ProviderHttp,
  withQuery,
} from '#server/providers/provider-http.ts'
import type { NameProvider, ProviderList, ProviderPage, ProviderPlay, ProviderRow } from '#server/providers/provider.ts'
import { artistRows, lovedRows, recentPlays, recentRows, trackRows, type Period } from './lastfm.map.ts'
import { lovedTracks, recentTracks, errorBody, signedIn, topArtists, topTracks, userInfo } from './lastfm.shapes.ts'

export type LastfmOptions = {
  apiKey: string
  /** Signs the calls that verify a name; without it, names can't be verified. */
  sharedSecret?: string | null
  /** The address of the API; the real one by default. */
  origin?: string
  /** The address of the sign-in pages; the real one by default. */
  pages?: string
  http?: ProviderHttp
  pageSize?: number
  /** Last.fm requires an identifiable one. */
  userAgent: string
}

const LASTFM_ORIGIN = 'https://ws.audioscrobbler.com'
const LASTFM_PAGES = 'https://www.last.fm'
const PAGE_SIZE = 200
/** The maximum rank that is read of each list; later items were mostly played once. */
const DEEPEST = 2_000
const RECENT = 100
const RECENT_LIST = 'recent_tracks'
const DEFAULT_WAIT_SECONDS = 60

/** The API's own error codes, which come with any HTTP status. */
const code = {
  noUser: 6,
  loginRequired: 17,
  failed: 8,
  offline: 11,
  unavailable: 16,
  tooMany: 29,
  badToken: 4,
  notAuthorized: 14,
  tokenExpired: 15,
}
const passing = new Set([code.failed, code.offline, code.unavailable])
const usedToken = new Set([code.badToken, code.notAuthorized, code.tokenExpired])

type Read = (
  body: unknown,
  first: number,
  highest: number,
) => { rows: ProviderRow[]; plays?: ProviderPlay[]; read: number; top: number; attributes: Attributes }
type Attributes = { page: number; totalPages: number; total: number }
type List = ProviderList & { method: string; query: Record<string, string>; read: Read; isOnePage?: true }

const periods: readonly Period[] = ['overall', '6month', '1month']

const lists: readonly List[] = [
  ...periods.map((period): List => {
    const read: Read = (body, first, highest) => {
      const { artist: items, '@attr': attributes } = parseResponse(topArtists, body, 'user.getTopArtists').topartists
      const top = highest || (items[0]?.playcount ?? 1)
      return { rows: artistRows(period, first, top, items), read: items.length, top, attributes }
    }
    return { name: `artists_${period}`, reading: 'artists', method: 'user.getTopArtists', query: { period }, read }
  }),
  ...periods.map((period): List => {
    const read: Read = (body, first, highest) => {
      const { track: items, '@attr': attributes } = parseResponse(topTracks, body, 'user.getTopTracks').toptracks
      const top = highest || (items[0]?.playcount ?? 1)
      return { rows: trackRows(period, first, top, items), read: items.length, top, attributes }
    }
    return { name: `tracks_${period}`, reading: 'tracks', method: 'user.getTopTracks', query: { period }, read }
  }),
  {
    name: 'loved_tracks',
    reading: 'tracks',
    method: 'user.getLovedTracks',
    query: {},
    read(body, first) {
      const { track: items, '@attr': attributes } = parseResponse(lovedTracks, body, 'user.getLovedTracks').lovedtracks
      return { rows: lovedRows(first, items), read: items.length, top: 1, attributes }
    },
  },
  {
    name: RECENT_LIST,
    reading: 'tracks',
    method: 'user.getRecentTracks',
    query: {},
    isOnePage: true,
    read(body) {
      const { track: items, '@attr': attributes } = parseResponse(recentTracks, body, 'user.getRecentTracks').recenttracks
      return {
        rows: recentRows(items),
        plays: recentPlays(items),
        read: items.length,
        top: 1,
        attributes: { ...attributes, total: items.length },
      }
    },
  },
]

/** Last.fm's public profiles, read with the key of the application. */
export function createLastfmClient({
  apiKey,
  sharedSecret = null,
  origin = LASTFM_ORIGIN,
  pages = LASTFM_PAGES,
  http = providerHttp,
  pageSize = PAGE_SIZE,
  userAgent,
}: LastfmOptions): NameProvider {
  const callMethod = (method: string, user: string, query: Record<string, string>) => call({ method, user, ...query, api_key: apiKey })

  async function call({ method, ...given }: { method: string } & Record<string, string>): Promise<unknown> {
    const all = { method, ...given, format: 'json' }
    const response = await request(http, { url: withQuery(`${origin}/2.0/`, all), headers: { 'user-agent': userAgent } })
    const problem = callError(response, method)
    if (problem) throw problem
    return response.body
  }

  const webSignIn = (secret: string): NonNullable<NameProvider['web']> => ({
    authorizeUrl(returnUri) {
      const url = new URL(`${pages}/api/auth/`)
      url.searchParams.set('api_key', apiKey)
      url.searchParams.set('cb', returnUri)
      return url.href
    },
    async account(token) {
      const query = { method: 'auth.getSession', token, api_key: apiKey }
      const answer = parseResponse(signedIn, await call({ ...query, api_sig: signature(query, secret) }), 'auth.getSession')
      return { id: answer.session.name.toLowerCase(), name: answer.session.name }
    },
  })

  return {
    source: 'lastfm',
    recentList: RECENT_LIST,
    ...(sharedSecret === null ? {} : { web: webSignIn(sharedSecret) }),
    lists: lists.map(({ name, reading }) => ({ name, reading })),
    async account(name) {
      const { user } = parseResponse(userInfo, await callMethod('user.getInfo', name, {}), 'user.getInfo')
      return { id: user.name.toLowerCase(), name: user.name }
    },
    async page(name, list, from): Promise<ProviderPage> {
      const listConfig = lists.find((entry) => entry.name === list)
      if (!listConfig) throw new Error(`Last.fm has no list ${list}`)
      const { page, highest } = readPosition(from)
      const limit = listConfig.isOnePage ? RECENT : pageSize
      const first = (page - 1) * limit + 1
      const body = await callMethod(listConfig.method, name, { ...listConfig.query, limit: String(limit), page: String(page) })
      const { rows, plays = [], read, top, attributes } = listConfig.read(body, first, highest)
      const isLast = listConfig.isOnePage || read === 0 || page >= attributes.totalPages || page * limit >= DEEPEST
      return { rows, plays, read, next: isLast ? null : `${page + 1}|${top}`, total: Math.min(attributes.total, DEEPEST) }
    },
  }
}

/** The call's signature as the API defines it: MD5 of all parameters sorted by name, and the secret. */
function signature(sent: Record<string, string>, secret: string): string {
  const text = Object.entries(sent)
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
    .map(([name, value]) => `${name}${value}`)
    .join('')
  return createHash('md5').update(`${text}${secret}`).digest('hex')
}

/** A position is `<page>|<plays of the most played>`: later pages don't contain the first one's count. */
function readPosition(from: string | null): { page: number; highest: number } {
  const [page, highest] = (from ?? '').split('|').map(Number)
  return { page: page || 1, highest: highest || 0 }
}

/** The error in a response, or null if the call succeeded. Some errors come with status 200. */
function callError({ status, body, retryAfterSeconds }: ProviderResponse, method: string): ProviderError | null {
  const parsed = errorBody.safeParse(body)
  const error = parsed.success ? parsed.data.error : null
  if (status === 200 && error === null) return null
  const logFields = { status, method, error }
  if (error === code.noUser || (error === null && status === 404)) return new ProviderError('unknown', 'no user has that name', logFields)
  if (error === code.loginRequired) return new ProviderError('private', 'the profile is private', logFields)
  if (error !== null && usedToken.has(error)) return new ProviderError('reconnect', 'the token is no longer valid', logFields)
  if (error === code.tooMany || status === 429)
    return new ProviderError('wait', 'too many requests', logFields, retryAfterSeconds ?? DEFAULT_WAIT_SECONDS)
  // Any error that is not temporary is a configuration error, such as a suspended key: an early retry does not help.
  const reason = error !== null && !passing.has(error) ? 'the application was rejected' : 'the call was rejected'
  return new ProviderError('unavailable', reason, logFields)
}
