import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { ChannelVideo, VideoDetails } from '#contract/media.ts'
import { createRateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { PublicVideo, PublicVideoFacts, ReadChannelVideos } from '#server/providers/youtube/youtube.types.ts'
import { presentFacts, presentVideo } from './channel-videos.present.ts'
import { createChannelVideosStore } from './channel-videos.store.ts'

/** Ways to read the videos of a channel, the best first. The next is asked where one fails. */
export type VideoReaders = {
  channel: readonly ReadChannelVideos[]
  /** What a video is; null where nothing here can tell. @throws ProviderError */
  video: ((videoId: string) => Promise<PublicVideoFacts | null>) | null
}

/** `bus`: what a viewer makes us ask is counted over all servers. */
export type ChannelVideosDeps = { db: Db; bus?: Pick<Bus, 'announce' | 'onAnnouncement'>; clock: Clock; readers: VideoReaders; log: Log }

export type ChannelVideos = {
  /**
   * The videos of a channel, newest first. What YouTube told within 30 days is answered at once, and read again behind the
   * answer when it is older than six hours; where nothing is known and nobody answers, our own catalogue has to do.
   * @throws AppError 'provider_unavailable' when nothing is known and nobody answers; 'rate_limited' instead for a viewer who asked for too much
   */
  videosOf(viewer: Uid, channelId: string): Promise<ChannelVideo[]>
  /** What is known of a video; all null but its id where nobody can tell. */
  factsOf(viewer: Uid, videoId: string): Promise<VideoDetails>
  /** Waits for what is being read. */
  idle(): Promise<void>
  /** Removes what was read longer ago than YouTube allows to keep it. */
  removeOld(): Promise<void>
}

const HOUR_MS = 3_600_000
const FRESH_MS = 6 * HOUR_MS
/** YouTube's policy, III.E.4.c: 30 days, then refresh or delete. One day is left for the clean-up to come round. */
const KEPT_MS = 29 * 24 * HOUR_MS
const ASKS = { limit: 60, windowMs: HOUR_MS / 6 }

/** The videos of channels, and which channel a video belongs to. Public things: nobody's account is asked. */
export function createChannelVideos({ db, bus, clock, readers, log }: ChannelVideosDeps): ChannelVideos {
  const store = createChannelVideosStore(db)
  const askLimit = createRateLimit({ clock, ...ASKS, shared: bus && { bus, name: 'channels' } })
  const underWay = new Map<string, Promise<PublicVideo[] | null>>()
  const ageMs = (readAt: Date) => clock.now().getTime() - readAt.getTime()

  /** Asks the readers in turn and keeps the answer. Null when none of them answers. */
  async function read(channelId: string): Promise<PublicVideo[] | null> {
    for (const reader of readers.channel) {
      try {
        const videos = (await reader(channelId)) ?? []
        await store.saveVideos(channelId, videos, clock.now())
        return videos
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        log.warn({ kind: error.kind, ...error.facts }, 'the videos of a channel could not be read')
      }
    }
    return null
  }

  /** However many people open one channel at once, YouTube is asked once. */
  function readOnce(channelId: string): Promise<PublicVideo[] | null> {
    const running = underWay.get(channelId)
    if (running) return running
    const reading = read(channelId).finally(() => underWay.delete(channelId))
    underWay.set(channelId, reading)
    return reading
  }

  /** Behind an answer that was given already. */
  function refresh(channelId: string): void {
    readOnce(channelId).catch((error: unknown) => log.error({ err: error }, 'the videos of a channel could not be kept'))
  }

  /** Opening what somebody else is reading already costs nothing. */
  const mayAsk = (viewer: Uid, channelId: string) => underWay.has(channelId) || askLimit.consume(viewer).isAllowed

  async function keptVideos(channelId: string) {
    const kept = await store.videosOf(channelId)
    return kept && ageMs(kept.readAt) < KEPT_MS ? kept : undefined
  }

  return {
    async videosOf(viewer, channelId) {
      const kept = await keptVideos(channelId)
      if (kept && ageMs(kept.readAt) >= FRESH_MS && mayAsk(viewer, channelId)) refresh(channelId)
      if (kept && kept.videos.length > 0) return kept.videos.map(presentVideo)
      const isAllowed = kept !== undefined || mayAsk(viewer, channelId)
      const told = kept?.videos ?? (isAllowed ? await readOnce(channelId) : null)
      if (told && told.length > 0) return told.map(presentVideo)
      const ours = await store.oursOf(channelId)
      if (ours.length === 0 && !told) throw new AppError(isAllowed ? 'provider_unavailable' : 'rate_limited', { channelId })
      return ours.map(presentVideo)
    },

    async factsOf(viewer, videoId) {
      const ours = await store.oursBy(videoId)
      if (ours) return presentFacts(videoId, ours)
      const kept = await store.facts(videoId)
      if (kept && ageMs(kept.readAt) < KEPT_MS) return presentFacts(videoId, kept.facts)
      if (!readers.video || !askLimit.consume(viewer).isAllowed) return presentFacts(videoId, null)
      try {
        const facts = await readers.video(videoId)
        await store.saveFacts(videoId, facts, clock.now())
        return presentFacts(videoId, facts)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        // The player plays it all the same; only its channel stays unknown until the next time.
        log.warn({ kind: error.kind, ...error.facts }, 'a video could not be looked up')
        return presentFacts(videoId, null)
      }
    },

    idle: async () => void (await Promise.allSettled(underWay.values())),

    removeOld: () => store.removeReadBefore(new Date(clock.now().getTime() - KEPT_MS)),
  }
}
