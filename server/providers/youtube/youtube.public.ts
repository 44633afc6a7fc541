import { ProviderError } from '#server/providers/provider-error.ts'
import { parseResponse, providerHttp, request, type ProviderHttp, withQuery } from '#server/providers/provider-http.ts'
import { toProviderError } from './youtube.errors.ts'
import { durationMs } from './youtube.map.ts'
import { channelUploads, listedVideoPage, videoPage } from './youtube.shapes.ts'
import type { SpendUnit } from './youtube.units.ts'
import { artistOfPage, type PublicVideo, type PublicVideoDetails } from './youtube.types.ts'

export type YouTubePublicOptions = {
  apiKey: string
  /** The address of the Data API; the real one by default. */
  origin?: string
  http?: ProviderHttp
  /** Called before each call; omitted where calls aren't counted. */
  spend?: SpendUnit
}

const MAX_VIDEOS = 50

/** Reads channels and videos from the Data API with the application's key, without a user. */
export function createYouTubePublic({
  apiKey,
  origin = 'https://youtube.googleapis.com',
  http = providerHttp,
  spend,
}: YouTubePublicOptions) {
  async function get(resource: string, query: Record<string, string>): Promise<unknown> {
    await spend?.()
    // In a header and not in the address, so that logs and errors never contain the key.
    const response = await request(http, {
      url: withQuery(`${origin}/youtube/v3/${resource}`, query),
      headers: { 'x-goog-api-key': apiKey },
    })
    if (response.status === 200) return response.body
    throw toProviderError(response, resource)
  }

  async function videosById(ids: readonly string[]) {
    if (ids.length === 0) return []
    return parseResponse(
      videoPage,
      await get('videos', { part: 'snippet,contentDetails,status', id: ids.join(',') }),
      'videos',
    ).items.filter((item) => item !== null)
  }

  /** The playlist of a channel's uploads; null when there is no such channel. Search would use up the daily quota. */
  async function uploadsOf(channelId: string): Promise<string | null> {
    const body = await get('channels', { part: 'contentDetails', id: channelId })
    return parseResponse(channelUploads, body, 'channels').items[0]?.contentDetails.relatedPlaylists.uploads ?? null
  }

  async function listed(playlistId: string): Promise<string[]> {
    try {
      const body = await get('playlistItems', { part: 'contentDetails', playlistId, maxResults: String(MAX_VIDEOS) })
      return parseResponse(listedVideoPage, body, 'playlistItems').items.flatMap((item) => item?.contentDetails.videoId ?? [])
    } catch (error) {
      // A channel without uploads has the id of a playlist that does not exist.
      if (error instanceof ProviderError && error.logFields['reason'] === 'playlistNotFound') return []
      throw error
    }
  }

  return {
    /**
     * The videos of a channel that may be embedded, newest first; null when there is no such channel. Costs 3 units of quota.
     * @throws ProviderError
     */
    async videosOf(channelId: string): Promise<PublicVideo[] | null> {
      const playlist = await uploadsOf(channelId)
      if (playlist === null) return null
      const ids = await listed(playlist)
      const found = new Map((await videosById(ids)).map((video) => [video.id, video]))
      return ids.flatMap((id) => {
        const video = found.get(id)
        if (!video?.snippet.title || video.status?.embeddable === false || (video.status?.privacyStatus ?? 'public') !== 'public') return []
        return [{ videoId: id, title: video.snippet.title, durationMs: durationMs(video.contentDetails?.duration) }]
      })
    },

    /** The title of a video and its channel; null when there is no such video. Costs 1 unit. @throws ProviderError */
    async video(videoId: string): Promise<PublicVideoDetails | null> {
      const [video] = await videosById([videoId])
      if (!video) return null
      const { title, channelId, channelTitle } = video.snippet
      return { title, channelId, channelName: artistOfPage(channelTitle) }
    },
  }
}
