import * as z from 'zod/mini'
import { ProviderError } from '#server/providers/provider-error.ts'
import { parseResponse, providerHttp, request, type ProviderHttp, withQuery } from '#server/providers/provider-http.ts'

export type LastfmTagsOptions = { apiKey: string; origin?: string; http?: ProviderHttp; userAgent: string }

/** A tag of an artist, and how much it is used, 0 to 100. */
export type Tag = { name: string; count: number }

const LASTFM_ORIGIN = 'https://ws.audioscrobbler.com'
const NO_ARTIST = 6

const count = z.pipe(z.coerce.number(), z.number())
const tag = z.object({ name: z.string().check(z.maxLength(500)), count })
const topTags = z.object({ toptags: z.object({ tag: z.prefault(z.array(tag), []) }) })
const artistInfo = z.object({ artist: z.object({ stats: z.object({ listeners: count }) }) })
const errorBody = z.object({ error: z.int() })

/**
 * Reads the data of one artist, with the key of the application.
 * @returns null for an artist that the service does not know
 * @throws ProviderError
 */
function createRequest({ apiKey, origin = LASTFM_ORIGIN, http = providerHttp, userAgent }: LastfmTagsOptions) {
  return async <S extends z.ZodMiniType>(method: string, artist: string, schema: S): Promise<z.output<S> | null> => {
    const query = { method, artist, autocorrect: '1', api_key: apiKey, format: 'json' }
    const { status, body } = await request(http, { url: withQuery(`${origin}/2.0/`, query), headers: { 'user-agent': userAgent } })
    const rejected = errorBody.safeParse(body)
    if (rejected.success && rejected.data.error === NO_ARTIST) return null
    if (rejected.success || status !== 200) throw new ProviderError('unavailable', `${method} was rejected`, { status, ...rejected.data })
    return parseResponse(schema, body, method)
  }
}

/** The tags of an artist at Last.fm, the most used first; none for an unknown artist. */
export function createLastfmTags(options: LastfmTagsOptions) {
  const callMethod = createRequest(options)
  return async (artist: string): Promise<Tag[]> => (await callMethod('artist.getTopTags', artist, topTags))?.toptags.tag ?? []
}

/** The number of listeners of an artist at Last.fm; null for an unknown artist. */
export function createLastfmListeners(options: LastfmTagsOptions) {
  const callMethod = createRequest(options)
  return async (artist: string): Promise<number | null> =>
    (await callMethod('artist.getInfo', artist, artistInfo))?.artist.stats.listeners ?? null
}
