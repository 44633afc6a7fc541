import type * as z from 'zod/mini'
import { requestTokens } from '#server/providers/oauth-token.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import {
  parseResponse,
  providerHttp,
  request,
  type ProviderResponse,
  type ProviderHttp,
  withQuery,
} from '#server/providers/provider-http.ts'
import type { ProviderPage, ProviderRow, TasteProvider } from '#server/providers/provider.ts'
import { artistRows, recentPlays, trackRows, type SpotifyListKind } from './spotify.map.ts'
import { artistPage, followedPage, me, newPlaylist, recentPage, errorBody, savedPage, trackPage } from './spotify.shapes.ts'

export type SpotifyOptions = {
  clientId: string
  /** Null for an application that only uses PKCE. */
  clientSecret: string | null
  /** The addresses of accounts and Web API; the real ones by default. */
  origins?: { accounts: string; api: string }
  now: () => Date
  http?: ProviderHttp
  /** Entries per page, at most 50. Small pages make progress visible. */
  pageSize?: number
}

const SPOTIFY_ORIGINS = { accounts: 'https://accounts.spotify.com', api: 'https://api.spotify.com' }
const RECENT_LIST = 'recent_tracks'
const WRITE_SCOPE = 'playlist-modify-private'
const ITEMS_PER_CALL = 100
export const SPOTIFY_SCOPES = ['user-top-read', 'user-follow-read', 'user-library-read', 'user-read-recently-played']

const MAX_PAGE = 50
const DEFAULT_WAIT_SECONDS = 30

/** A paged list: its address and the parser of a page. `from` is an offset or, for followed artists, an id. */
type Reader = { path: string; query: Record<string, string>; read: (body: unknown, from: string | null) => ProviderPage }

const readers: Record<string, Reader> = {
  ...topReaders('artists', artistPage, artistRows),
  followed_artists: { path: '/v1/me/following', query: { type: 'artist' }, read: readFollowed },
  ...topReaders('tracks', trackPage, trackRows),
  saved_tracks: {
    path: '/v1/me/tracks',
    query: {},
    read(body, from) {
      const page = parseResponse(savedPage, body, 'me/tracks')
      return byOffset(
        page,
        trackRows(
          'saved',
          placeOf(from),
          page.items.map((item) => item?.track ?? null),
        ),
      )
    },
  },
  [RECENT_LIST]: {
    path: '/v1/me/player/recently-played',
    query: {},
    read(body) {
      const { items } = parseResponse(recentPage, body, 'me/player/recently-played')
      return {
        rows: trackRows(
          'recent',
          1,
          items.map((item) => item?.track ?? null),
        ),
        plays: recentPlays(items),
        read: items.length,
        next: null,
        total: items.length,
      }
    },
  },
}

/** Spotify's accounts service and Web API. */
export function createSpotifyClient(options: SpotifyOptions): TasteProvider {
  const { clientId, clientSecret, now, origins = SPOTIFY_ORIGINS, http = providerHttp, pageSize = MAX_PAGE } = options
  const tokenUrl = `${origins.accounts}/api/token`
  const withClient = (form: Record<string, string>) =>
    clientSecret === null
      ? { url: tokenUrl, now, form: { ...form, client_id: clientId } }
      : { url: tokenUrl, now, form, headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` } }

  async function get(accessToken: string, path: string, query: Record<string, string>): Promise<unknown> {
    const response = await request(http, {
      url: withQuery(`${origins.api}${path}`, query),
      headers: { authorization: `Bearer ${accessToken}` },
    })
    if (response.status === 200) return response.body
    throw callError(response, path)
  }

  async function post(accessToken: string, path: string, json: unknown): Promise<unknown> {
    const response = await request(http, {
      url: `${origins.api}${path}`,
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      json,
    })
    if (response.status === 200 || response.status === 201) return response.body
    throw callError(response, path)
  }

  return {
    source: 'spotify',
    recentList: RECENT_LIST,
    lists: Object.entries(readers).map(([name, { path }]) => ({
      name,
      reading: path.endsWith('artists') || path.endsWith('following') ? 'artists' : 'tracks',
    })),
    authorizeUrl({ redirectUri, state, challenge, canWrite = false }) {
      return withQuery(`${origins.accounts}/authorize`, {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: [...SPOTIFY_SCOPES, ...(canWrite ? [WRITE_SCOPE] : [])].join(' '),
        state,
        code_challenge_method: 'S256',
        code_challenge: challenge,
      })
    },
    exchangeCode: ({ code, verifier, redirectUri }) =>
      requestTokens(http, withClient({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier })),
    refresh: (refreshToken) => requestTokens(http, withClient({ grant_type: 'refresh_token', refresh_token: refreshToken })),
    // Spotify has no call for it: users revoke access on their account page, and we delete the tokens.
    revoke: () => Promise.resolve(),
    async account(accessToken) {
      const account = parseResponse(me, await get(accessToken, '/v1/me', {}), 'me')
      return { id: account.account_id ?? account.id, name: account.display_name || account.id }
    },
    async createPlaylist(accessToken, { title, ids, onProgress }) {
      const { id } = parseResponse(newPlaylist, await post(accessToken, '/v1/me/playlists', { name: title, public: false }), 'me/playlists')
      for (let index = 0; index < ids.length; index += ITEMS_PER_CALL) {
        const uris = ids.slice(index, index + ITEMS_PER_CALL).map((track) => `spotify:track:${track}`)
        await post(accessToken, `/v1/playlists/${id}/items`, { uris })
        onProgress?.(Math.min(ids.length, index + ITEMS_PER_CALL))
      }
      // The fake service shows playlists itself.
      const site = options.origins?.accounts ?? 'https://open.spotify.com'
      return { url: `${site}/playlist/${id}`, rejected: [] }
    },
    async page(accessToken, list, from) {
      const reader = readers[list]
      if (!reader) throw new Error(`Spotify has no list ${list}`)
      const place = from === null ? {} : list === 'followed_artists' ? { after: from } : { offset: from }
      return reader.read(
        await get(accessToken, reader.path, { ...reader.query, limit: String(Math.min(pageSize, MAX_PAGE)), ...place }),
        from,
      )
    },
  }
}

const placeOf = (from: string | null) => Number(from ?? 0) + 1

type OffsetPage = { items: readonly unknown[]; next: string | null; offset: number; total: number }

/** Continues after the received entries. The provider's own `next` is an address; following it would let a response choose our requests. */
function byOffset({ items, next, offset, total }: OffsetPage, rows: ProviderRow[]): ProviderPage {
  return { rows, read: items.length, next: next === null || items.length === 0 ? null : String(offset + items.length), total }
}

function topReaders<T>(
  what: 'artists' | 'tracks',
  schema: z.ZodMiniType<OffsetPage & { items: T[] }>,
  rows: (list: SpotifyListKind, first: number, items: T[]) => ProviderRow[],
): Record<string, Reader> {
  const reader = (range: 'long_term' | 'medium_term' | 'short_term'): Reader => ({
    path: `/v1/me/top/${what}`,
    query: { time_range: range },
    read(body, from) {
      const page = parseResponse(schema, body, `me/top/${what}`)
      return byOffset(page, rows(range, placeOf(from), page.items))
    },
  })
  return {
    [`top_${what}_all_time`]: reader('long_term'),
    [`top_${what}_6_months`]: reader('medium_term'),
    [`top_${what}_4_weeks`]: reader('short_term'),
  }
}

function readFollowed(body: unknown): ProviderPage {
  const { items, cursors, total } = parseResponse(followedPage, body, 'me/following').artists
  return {
    rows: artistRows('following', 1, items),
    read: items.length,
    next: items.length === 0 ? null : (cursors?.after ?? null),
    total: total ?? null,
  }
}

function callError({ status, body, retryAfterSeconds }: ProviderResponse, path: string): ProviderError {
  const parsed = errorBody.safeParse(body)
  const { reason, message } = parsed.success ? parsed.data.error : {}
  if (status === 401) return new ProviderError('reconnect', 'the access token was rejected', { status, path })
  if (status === 403 && message === 'Insufficient client scope')
    return new ProviderError('reconnect', 'the authorization lacks a scope', { status, path })
  // "User not registered in the Developer Dashboard", as JSON or as plain text.
  if (status === 403) return new ProviderError('not_allowed', 'the application may not read this account', { status, path })
  if (status === 429 && reason === 'QUOTA_EXCEEDED')
    return new ProviderError('quota', 'the quota is used up', { status, path }, retryAfterSeconds ?? 0)
  if (status === 429) return new ProviderError('wait', 'too many requests', { status, path }, retryAfterSeconds ?? DEFAULT_WAIT_SECONDS)
  return new ProviderError('unavailable', 'the call was rejected', { status, path })
}
