import * as z from 'zod/mini'
import { parseResponse, providerHttp, request, type ProviderHttp, withQuery } from '#server/providers/provider-http.ts'
import { toProviderError } from './youtube.errors.ts'
import type { SpendUnit } from './youtube.units.ts'

/** The number of searches per day that YouTube allows an application, in a separate quota. */
export const YOUTUBE_SEARCHES_A_DAY = 100

export type FoundVideo = { videoId: string; title: string; author: string }

export type YouTubeSearchOptions = {
  apiKey: string
  /** The address of the Data API; the real one by default. */
  origin?: string
  http?: ProviderHttp
  /** Called before each search; omitted where searches aren't counted. */
  spend?: SpendUnit
}

const MAX_FOUND = 5
const MUSIC = '10'

const text = z.string().check(z.maxLength(1_000))
const found = z.object({
  items: z.prefault(
    z.array(
      z.object({
        id: z.object({ videoId: z.optional(z.string().check(z.regex(/^[\w-]{11}$/))) }),
        snippet: z.object({ title: text, channelTitle: text }),
      }),
    ),
    [],
  ),
})

/** Finds the few music videos that match some words best. @throws ProviderError 'quota' when the day's searches are used up */
export function createYouTubeSearch({
  apiKey,
  origin = 'https://youtube.googleapis.com',
  http = providerHttp,
  spend,
}: YouTubeSearchOptions) {
  return async (words: string): Promise<FoundVideo[]> => {
    const query = { part: 'snippet', type: 'video', videoCategoryId: MUSIC, maxResults: String(MAX_FOUND), q: words }
    await spend?.()
    const response = await request(http, { url: withQuery(`${origin}/youtube/v3/search`, query), headers: { 'x-goog-api-key': apiKey } })
    if (response.status !== 200) throw toProviderError(response, 'search')
    return parseResponse(found, response.body, 'search').items.flatMap(({ id: { videoId }, snippet }) =>
      videoId === undefined ? [] : [{ videoId, title: decodeEntities(snippet.title), author: decodeEntities(snippet.channelTitle) }],
    )
  }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** Only this call escapes its texts for HTML. */
const decodeEntities = (words: string): string => words.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
