import { requestTokens } from '#server/providers/oauth-token.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { parseResponse, providerHttp, request, type ProviderHttp, withQuery } from '#server/providers/provider-http.ts'
import type { ProviderPage, TasteProvider } from '#server/providers/provider.ts'
import { likedRows, subscriptionRows, type ChannelDetails } from './youtube.map.ts'
import { toProviderError } from './youtube.errors.ts'
import { channelDetails, listedVideoPage, newPlaylist, ownChannel, subscriptionPage, videoPage } from './youtube.shapes.ts'
import type { SpendUnit } from './youtube.units.ts'

export type YouTubeOptions = {
  clientId: string
  clientSecret: string | null
  /** The addresses of Google's sign-in, its token service and the Data API; the real ones by default. */
  origins?: { accounts: string; tokens: string; api: string }
  now: () => Date
  /** Called before each API call; omitted where calls aren't counted. */
  spend?: SpendUnit
  http?: ProviderHttp
  /** Entries per page, at most 50. Every page costs one unit of the daily quota, however small. */
  pageSize?: number
}

const YOUTUBE_ORIGINS = {
  accounts: 'https://accounts.google.com',
  tokens: 'https://oauth2.googleapis.com',
  api: 'https://youtube.googleapis.com',
}
const WRITE_SCOPE = 'https://www.googleapis.com/auth/youtube'
const WRITE_UNITS = 50
/** The video was deleted, or may not be in playlists. */
const rejectedReasons = new Set(['videoNotFound', 'playlistItemsNotAccessible', 'forbidden'])
export const YOUTUBE_SCOPE = 'https://www.googleapis.com/auth/youtube.readonly'

const MAX_PAGE = 50
/** There is nothing to read: no channel, or a private list. */
const emptyReasons = new Set(['playlistNotFound', 'playlistItemsNotAccessible', 'channelNotFound', 'subscriberNotFound'])

const noEntries: ProviderPage = { rows: [], read: 0, next: null, total: 0 }

/** Google's sign-in and the YouTube Data API. */
export function createYouTubeClient(options: YouTubeOptions): TasteProvider {
  const { clientId, clientSecret, now, origins = YOUTUBE_ORIGINS, http = providerHttp } = options
  const client = { client_id: clientId, ...(clientSecret === null ? {} : { client_secret: clientSecret }) }
  const tokens = (form: Record<string, string>) =>
    requestTokens(http, { url: `${origins.tokens}/token`, form: { ...client, ...form }, now })
  const api = createApi(options)
  const readers = createReaders(api, String(Math.min(options.pageSize ?? MAX_PAGE, MAX_PAGE)))

  return {
    source: 'youtube',
    lists: [
      { name: 'subscriptions', reading: 'channels' },
      { name: 'likes', reading: 'videos' },
    ],
    authorizeUrl({ redirectUri, state, challenge, canWrite = false }) {
      return withQuery(`${origins.accounts}/o/oauth2/v2/auth`, {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: canWrite ? `${YOUTUBE_SCOPE} ${WRITE_SCOPE}` : YOUTUBE_SCOPE,
        state,
        code_challenge_method: 'S256',
        code_challenge: challenge,
        // Without these two Google gives no refresh token to users who agreed before.
        access_type: 'offline',
        prompt: 'consent',
      })
    },
    exchangeCode: ({ code, verifier, redirectUri }) =>
      tokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }),
    refresh: (refreshToken) => tokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async revoke(token) {
      await request(http, { url: `${origins.tokens}/revoke`, method: 'POST', form: { token } })
    },
    async account(accessToken) {
      const channel = await api.fetchOwnChannel(accessToken)
      return { id: channel?.id ?? null, name: channel?.snippet.title ?? null }
    },
    async createPlaylist(accessToken, { title, ids, onProgress }) {
      const made = await api.post(accessToken, 'playlists', 'snippet,status', { snippet: { title }, status: { privacyStatus: 'private' } })
      const { id: playlistId } = parseResponse(newPlaylist, made, 'playlists')
      const rejected: string[] = []
      for (const [index, videoId] of ids.entries()) {
        try {
          await api.post(accessToken, 'playlistItems', 'snippet', {
            snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } },
          })
        } catch (error) {
          if (!(error instanceof ProviderError) || !rejectedReasons.has(String(error.logFields['reason']))) throw error
          rejected.push(videoId)
        }
        onProgress?.(index + 1)
      }
      // The fake service shows playlists itself.
      const site = options.origins?.accounts ?? 'https://www.youtube.com'
      return { url: `${site}/playlist?list=${playlistId}`, rejected }
    },
    async page(accessToken, list, from) {
      const reader = readers[list]
      if (!reader) throw new Error(`YouTube has no list ${list}`)
      try {
        return await reader(accessToken, from)
      } catch (error) {
        // Users without a channel, or with private likes, have no entries; the sync did not fail.
        if (error instanceof ProviderError && emptyReasons.has(String(error.logFields['reason']))) return noEntries
        throw error
      }
    },
  }
}

/** Calls of the Data API, with what each costs. */
function createApi({ origins = YOUTUBE_ORIGINS, http = providerHttp, spend }: YouTubeOptions) {
  async function get(accessToken: string, resource: string, query: Record<string, string>): Promise<unknown> {
    await spend?.()
    const response = await request(http, {
      url: withQuery(`${origins.api}/youtube/v3/${resource}`, query),
      headers: { authorization: `Bearer ${accessToken}` },
    })
    if (response.status === 200) return response.body
    throw toProviderError(response, resource)
  }

  async function post(accessToken: string, resource: string, part: string, json: unknown): Promise<unknown> {
    await spend?.(WRITE_UNITS)
    const url = `${origins.api}/youtube/v3/${resource}?${new URLSearchParams({ part }).toString()}`
    const response = await request(http, { url, method: 'POST', headers: { authorization: `Bearer ${accessToken}` }, json })
    if (response.status === 200) return response.body
    throw toProviderError(response, resource)
  }

  async function fetchOwnChannel(accessToken: string) {
    const body = await get(accessToken, 'channels', { part: 'snippet,contentDetails', mine: 'true' })
    return parseResponse(ownChannel, body, 'channels').items[0]
  }

  return { get, post, fetchOwnChannel }
}

type Reader = (accessToken: string, from: string | null) => Promise<ProviderPage>

/** The lists of an account, page by page. */
function createReaders({ get, fetchOwnChannel }: ReturnType<typeof createApi>, maxResults: string): Record<string, Reader> {
  async function subscriptions(accessToken: string, from: string | null): Promise<ProviderPage> {
    const { place, token } = readPosition(from)
    const query = {
      part: 'snippet,contentDetails',
      mine: 'true',
      order: 'alphabetical',
      maxResults,
      ...(token ? { pageToken: token } : {}),
    }
    const page = parseResponse(subscriptionPage, await get(accessToken, 'subscriptions', query), 'subscriptions')
    const details = await detailsOf(
      accessToken,
      page.items.flatMap((item) => item?.snippet.resourceId.channelId ?? []),
    )
    return { rows: subscriptionRows(place + 1, page.items, details), ...nextPage(page, place, '') }
  }

  /** The topics and subscribers of these channels: one call for a whole page. */
  async function detailsOf(accessToken: string, ids: readonly string[]): Promise<ChannelDetails> {
    if (ids.length === 0) return new Map()
    const body = await get(accessToken, 'channels', { part: 'topicDetails,statistics', id: ids.join(','), maxResults: String(MAX_PAGE) })
    return new Map(
      parseResponse(channelDetails, body, 'channels')
        .items.filter(isRead)
        .map(({ id, topicDetails, statistics }) => [
          id,
          {
            topics: topicDetails?.topicCategories ?? [],
            subscribers: statistics?.subscriberCount ? Number(statistics.subscriberCount) : null,
          },
        ]),
    )
  }

  /** Liked videos: first their ids, then their details, because the list still contains deleted videos. */
  async function likes(accessToken: string, from: string | null): Promise<ProviderPage> {
    const { place, token, playlistId } = readPosition(from)
    const list = playlistId || (await fetchOwnChannel(accessToken))?.contentDetails.relatedPlaylists.likes
    if (!list) return noEntries
    const query = { part: 'snippet,contentDetails', playlistId: list, maxResults, ...(token ? { pageToken: token } : {}) }
    const page = parseResponse(listedVideoPage, await get(accessToken, 'playlistItems', query), 'playlistItems')
    const ids = page.items.flatMap((item) => item?.contentDetails.videoId ?? [])
    if (ids.length === 0) return { rows: [], ...nextPage(page, place, list) }
    const videos = parseResponse(
      videoPage,
      await get(accessToken, 'videos', { part: 'snippet,contentDetails,status,topicDetails', id: ids.join(',') }),
      'videos',
    )
    return { rows: likedRows(place + 1, videos.items), ...nextPage(page, place, list) }
  }

  return { subscriptions, likes }
}

const isRead = <T>(entry: T | null): entry is T => entry !== null

/** A position is `<rank>|<playlist>|<page token>`: page tokens alone don't contain the progress. */
function readPosition(from: string | null): { place: number; playlistId: string; token: string } {
  const [place = '0', playlistId = '', ...token] = (from ?? '').split('|')
  return { place: Number(place) || 0, playlistId, token: token.join('|') }
}

type Page = { items: readonly unknown[]; nextPageToken?: string | undefined; pageInfo?: { totalResults?: number | undefined } | undefined }

function nextPage({ items, nextPageToken, pageInfo }: Page, place: number, playlistId: string): Omit<ProviderPage, 'rows'> {
  const next = nextPageToken && items.length > 0 ? `${place + items.length}|${playlistId}|${nextPageToken}` : null
  return { read: items.length, next, total: pageInfo?.totalResults ?? null }
}
