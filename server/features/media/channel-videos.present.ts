import type { ChannelVideo, VideoDetails } from '#contract/media.ts'
import type { PublicVideo, PublicVideoFacts } from '#server/providers/youtube/youtube.types.ts'

export function presentVideo({ videoId, title }: PublicVideo): ChannelVideo {
  return { video_id: videoId, thumbnail_url: `/art/youtube/${videoId}`, title }
}

export function presentFacts(videoId: string, facts: PublicVideoFacts | null): VideoDetails {
  return { video_id: videoId, title: facts?.title ?? null, channel_id: facts?.channelId ?? null, channel_name: facts?.channelName ?? null }
}
