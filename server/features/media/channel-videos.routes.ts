import { mediaCalls } from '#contract/media.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { ChannelVideos } from './channel-videos.service.ts'

export const channelVideosRoutes = (videos: ChannelVideos): Route[] => [
  route(mediaCalls.getChannelVideos, async ({ params, viewer }) => ({ videos: await videos.videosOf(viewer.uid, params.channelId) })),
  route(mediaCalls.getVideoDetails, ({ params, viewer }) => videos.detailsOf(viewer.uid, params.videoId)),
]
