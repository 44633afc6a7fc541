import * as z from 'zod/mini'
import { requestTokens } from '#server/providers/oauth-token.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { ProviderTokens } from '#server/providers/provider.ts'
import { parseResponse, providerHttp, request, type ProviderHttp, withQuery } from '#server/providers/provider-http.ts'

/** A song as a platform names it. */
export type FoundSong = { id: string; name: string; by: string }

export type SpotifyCatalogOptions = {
  clientId: string
  clientSecret: string
  origins?: { accounts: string; api: string }
  now: () => Date
  http?: ProviderHttp
}

const ORIGINS = { accounts: 'https://accounts.spotify.com', api: 'https://api.spotify.com' }
/** An access token that expires within this time is not used. */
const TOO_SHORT_MS = 60_000
const DEFAULT_WAIT_SECONDS = 30
const MAX_FOUND = 5

const text = z.string().check(z.maxLength(1_000))
const song = z.object({ id: z.string().check(z.regex(/^[0-9A-Za-z]{22}$/)), name: text, artists: z.array(z.object({ name: text })) })
const foundSongs = z.object({ tracks: z.object({ items: z.array(song) }) })

/** Reads Spotify with the application's own credentials, without a user: a song by its id, and search. */
export function createSpotifyCatalog({ clientId, clientSecret, origins = ORIGINS, now, http = providerHttp }: SpotifyCatalogOptions) {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  let tokens: ProviderTokens | null = null

  async function accessToken(): Promise<string> {
    if (!tokens || tokens.accessExpiresAt.getTime() - now().getTime() < TOO_SHORT_MS) {
      const form = { grant_type: 'client_credentials' }
      tokens = await requestTokens(http, { url: `${origins.accounts}/api/token`, now, form, headers: { authorization: basic } })
    }
    return tokens.accessToken
  }

  /** Null for missing content. */
  async function get(path: string, query: Record<string, string> = {}): Promise<unknown> {
    const response = await request(http, {
      url: withQuery(`${origins.api}${path}`, query),
      headers: { authorization: `Bearer ${await accessToken()}` },
    })
    if (response.status === 200) return response.body
    if (response.status === 404) return null
    // The next call requests another one.
    if (response.status === 401) tokens = null
    const { status } = response
    if (status === 429) throw new ProviderError('wait', 'too many requests', { status }, response.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS)
    throw new ProviderError('unavailable', 'the call was rejected', { status })
  }

  const toFoundSongs = ({ id, name, artists: [first] }: z.output<typeof song>): FoundSong[] => (first ? [{ id, name, by: first.name }] : [])

  return {
    /** Null when there is no such song. @throws ProviderError */
    async track(id: string): Promise<FoundSong | null> {
      const body = await get(`/v1/tracks/${encodeURIComponent(id)}`)
      return body === null ? null : (toFoundSongs(parseResponse(song, body, 'tracks'))[0] ?? null)
    },

    /** The few songs that match these words best. @throws ProviderError */
    async search(words: string): Promise<FoundSong[]> {
      const body = await get('/v1/search', { type: 'track', limit: String(MAX_FOUND), q: words })
      return body === null ? [] : parseResponse(foundSongs, body, 'search').tracks.items.flatMap(toFoundSongs)
    },
  }
}
