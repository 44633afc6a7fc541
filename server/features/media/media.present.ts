import type { ChannelVideo, Item, VideoDetails } from '#contract/media.ts'
import type { PublicVideo, PublicVideoDetails } from '#server/providers/youtube/youtube.types.ts'
import type { ItemId, StoredItem } from './media.types.ts'

export function presentItem({ id, kind, name, by, spotifyId, youtubeId, durationMs }: StoredItem, creatorId: ItemId | undefined): Item {
  return {
    id,
    kind,
    name,
    by,
    ...(creatorId ? { by_id: creatorId } : {}),
    spotify_id: spotifyId,
    youtube_id: youtubeId,
    ...(durationMs === null ? {} : { duration_ms: durationMs }),
  }
}

export function presentVideo({ videoId, title, durationMs }: PublicVideo): ChannelVideo {
  return { video_id: videoId, thumbnail_url: `/art/youtube/${videoId}`, title, ...(durationMs ? { duration_ms: durationMs } : {}) }
}

export function presentVideoDetails(videoId: string, details: PublicVideoDetails | null): VideoDetails {
  return {
    video_id: videoId,
    title: details?.title ?? null,
    channel_id: details?.channelId ?? null,
    channel_name: details?.channelName ?? null,
  }
}
