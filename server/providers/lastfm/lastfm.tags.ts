import * as z from 'zod/mini'
import { ProviderError } from '#server/providers/provider-error.ts'
import { parseAnswer, providerHttp, request, type ProviderHttp } from '#server/providers/provider-http.ts'

export type LastfmTagsOptions = { apiKey: string; origin?: string; http?: ProviderHttp; userAgent: string }

/** A word that people put on an artist, and how much it is used for them, 0 to 100. */
export type Tag = { name: string; count: number }

const LASTFM_ORIGIN = 'https://ws.audioscrobbler.com'
const NO_ARTIST = 6

const count = z.pipe(z.coerce.number(), z.number())
const tag = z.object({ name: z.string().check(z.maxLength(500)), count })
const topTags = z.object({ toptags: z.object({ tag: z.prefault(z.array(tag), []) }) })
const errorBody = z.object({ error: z.int() })

/** What Last.fm's listeners call an artist, with the key of the application. */
export function createLastfmTags({ apiKey, origin = LASTFM_ORIGIN, http = providerHttp, userAgent }: LastfmTagsOptions) {
  /** The words, most used first; none for an artist nobody there knows. @throws ProviderError */
  return async (artist: string): Promise<Tag[]> => {
    const url = new URL(`${origin}/2.0/`)
    const asked = { method: 'artist.getTopTags', artist, autocorrect: '1', api_key: apiKey, format: 'json' }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    const { status, body } = await request(http, { url: url.href, headers: { 'user-agent': userAgent } })
    const refused = errorBody.safeParse(body)
    if (refused.success && refused.data.error === NO_ARTIST) return []
    if (refused.success || status !== 200) throw new ProviderError('unavailable', 'the tags were refused', { status, ...refused.data })
    return parseAnswer(topTags, body, 'artist.getTopTags').toptags.tag
  }
}
