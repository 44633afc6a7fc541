import * as z from 'zod/mini'
import { ProviderError } from '#server/providers/provider-error.ts'
import { parseResponse, providerHttp, request, type ProviderHttp } from '#server/providers/provider-http.ts'
import { LISTENBRAINZ_ORIGIN } from './listenbrainz.client.ts'

export type ListenBrainzPopularityOptions = {
  origin?: string
  http?: ProviderHttp
  userAgent: string
  /** Finds an artist's MusicBrainz id by name: ListenBrainz counts by id only. */
  findId: (artist: string) => Promise<string | null>
}

const popularity = z.array(z.object({ total_user_count: z.nullable(z.int()) }))
const TOO_FAST = 429
/** The default without a time in the response. */
const WAIT_SECONDS = 60

/** The number of listeners of an artist at ListenBrainz; null for an unknown artist. Needs no key. @throws ProviderError */
export function createListenBrainzListeners({
  origin = LISTENBRAINZ_ORIGIN,
  http = providerHttp,
  userAgent,
  findId,
}: ListenBrainzPopularityOptions) {
  return async (artist: string): Promise<number | null> => {
    const id = await findId(artist)
    if (id === null) return null
    const { status, body, rateLimit } = await request(http, {
      method: 'POST',
      url: `${origin}/1/popularity/artist`,
      json: { artist_mbids: [id] },
      headers: { 'user-agent': userAgent },
    })
    if (status === TOO_FAST) throw new ProviderError('wait', 'too many requests', { status }, rateLimit.resetSeconds ?? WAIT_SECONDS)
    if (status !== 200) throw new ProviderError('unavailable', 'the popularity was rejected', { status })
    return parseResponse(popularity, body, '1/popularity/artist')[0]?.total_user_count ?? null
  }
}
