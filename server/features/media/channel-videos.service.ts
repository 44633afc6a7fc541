import type { PublicVideo, PublicVideoDetails, ReadChannelVideos } from '#server/providers/youtube/youtube.types.ts'
import { createChannelVideosStore } from './channel-videos.store.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { ChannelVideo, VideoDetails } from '#contract/media.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { presentVideo, presentVideoDetails } from './media.present.ts'

/** Readers of a channel's videos in order of preference. */
export type VideoReaders = {
  channel: readonly ReadChannelVideos[]
  /** Describes a video; null without a reader. @throws ProviderError */
  video: ((videoId: string) => Promise<PublicVideoDetails | null>) | null
}

/** `bus` shares a viewer's request limit across servers. */
export type ChannelVideosDeps = { db: Db; bus?: Pick<Bus, 'announce' | 'onAnnouncement'>; clock: Clock; readers: VideoReaders; log: Log }

export type ChannelVideos = {
  /**
   * The videos of a channel, newest first. Data of the last 30 days is returned at once and refreshed in the
   * background after six hours. Without data and readers, the catalog's videos are returned.
   * @throws AppError 'provider_unavailable' without any data; 'rate_limited' instead for a viewer over the limit
   */
  videosOf(viewer: Uid, channelId: string): Promise<ChannelVideo[]>
  /** Describes a video; all fields but the id are null when it is unknown. */
  detailsOf(viewer: Uid, videoId: string): Promise<VideoDetails>
  /** Waits for running reads. */
  idle(): Promise<void>
  /** Deletes data older than YouTube's policy allows. */
  deleteExpired(): Promise<void>
}

const HOUR_MS = 3_600_000
const FRESH_MS = 6 * HOUR_MS
/** YouTube's policy III.E.4.c: refresh or delete after 30 days. A day is left for the cleanup. */
const RETENTION_MS = 29 * 24 * HOUR_MS
const REQUEST_LIMIT = { limit: 60, windowMs: HOUR_MS / 6 }

/** Videos of channels, and channels of videos. Public data, read without a user's account. */
export function createChannelVideos({ db, bus, clock, readers, log }: ChannelVideosDeps): ChannelVideos {
  const store = createChannelVideosStore(db)
  const requestLimit = createRateLimit({ clock, ...REQUEST_LIMIT, shared: bus && { bus, name: 'channels' } })
  const reads = new Map<string, Promise<PublicVideo[] | null>>()
  const ageMs = (readAt: Date) => clock.now().getTime() - readAt.getTime()

  /** Tries the readers in order and stores the result. Null when all fail. */
  async function read(channelId: string): Promise<PublicVideo[] | null> {
    for (const reader of readers.channel) {
      try {
        const videos = (await reader(channelId)) ?? []
        await store.saveVideos(channelId, videos, clock.now())
        return videos
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        log.warn({ kind: error.kind, ...error.logFields }, 'channel videos could not be read')
      }
    }
    return null
  }

  /** Concurrent viewers of a channel share one read. */
  function readOnce(channelId: string): Promise<PublicVideo[] | null> {
    const running = reads.get(channelId)
    if (running) return running
    const reading = read(channelId).finally(() => reads.delete(channelId))
    reads.set(channelId, reading)
    return reading
  }

  function refresh(channelId: string): void {
    readOnce(channelId).catch((error: unknown) => log.error({ err: error }, 'channel videos could not be stored'))
  }

  /** Waiting for a running read doesn't count toward the limit. */
  const mayRead = (viewer: Uid, channelId: string) => reads.has(channelId) || requestLimit.consume(viewer).isAllowed

  async function findCached(channelId: string) {
    const cached = await store.videosOf(channelId)
    return cached && ageMs(cached.readAt) < RETENTION_MS ? cached : undefined
  }

  return {
    async videosOf(viewer, channelId) {
      const cached = await findCached(channelId)
      if (cached && ageMs(cached.readAt) >= FRESH_MS && mayRead(viewer, channelId)) refresh(channelId)
      if (cached && cached.videos.length > 0) return cached.videos.map(presentVideo)
      const isAllowed = cached !== undefined || mayRead(viewer, channelId)
      const videos = cached?.videos ?? (isAllowed ? await readOnce(channelId) : null)
      if (videos && videos.length > 0) return videos.map(presentVideo)
      const catalogVideos = await store.listCatalogVideos(channelId)
      if (catalogVideos.length === 0 && !videos) throw new AppError(isAllowed ? 'provider_unavailable' : 'rate_limited', { channelId })
      return catalogVideos.map(presentVideo)
    },

    async detailsOf(viewer, videoId) {
      const catalogVideos = await store.findCatalogVideo(videoId)
      if (catalogVideos) return presentVideoDetails(videoId, catalogVideos)
      const cached = await store.details(videoId)
      if (cached && ageMs(cached.readAt) < RETENTION_MS) return presentVideoDetails(videoId, cached.details)
      if (!readers.video || !requestLimit.consume(viewer).isAllowed) return presentVideoDetails(videoId, null)
      try {
        const details = await readers.video(videoId)
        await store.saveDetails(videoId, details, clock.now())
        return presentVideoDetails(videoId, details)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        // The video can still be played without its channel.
        log.warn({ kind: error.kind, ...error.logFields }, 'video lookup failed')
        return presentVideoDetails(videoId, null)
      }
    },

    idle: async () => void (await Promise.allSettled(reads.values())),

    deleteExpired: () => store.deleteReadBefore(new Date(clock.now().getTime() - RETENTION_MS)),
  }
}
