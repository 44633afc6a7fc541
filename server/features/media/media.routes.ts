import type { Uid } from '#contract/base/ids.ts'
import { mediaCalls } from '#contract/media.ts'
import { playerCalls, type PlayOn, type PlayPlatform } from '#contract/players.ts'
import type { Db } from '#server/platform/db/database.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { ChannelVideos } from './channel-videos.service.ts'
import type { Media } from './media.service.ts'
import { createPlayerSettingsStore } from './player-settings.store.ts'

export const mediaRoutes = (media: Media): Route[] => [
  route(mediaCalls.searchCatalog, async ({ query }) => ({ items: await media.search(query) })),
  route(mediaCalls.getDurations, async ({ body }) => ({ durations: Object.fromEntries(await media.durationsAtPlatforms(body.ids)) })),
]

export const channelVideosRoutes = (videos: ChannelVideos): Route[] => [
  route(mediaCalls.getChannelVideos, async ({ params, viewer }) => ({ videos: await videos.videosOf(viewer.uid, params.channelId) })),
  route(mediaCalls.getVideoDetails, ({ params, viewer }) => videos.detailsOf(viewer.uid, params.videoId)),
]

/** Every user reads and writes only their own settings, so the routes call the store directly. */
export function playerSettingsRoutes(db: Db, connectedPlatforms: (uid: Uid) => Promise<readonly PlayPlatform[]>): Route[] {
  const store = createPlayerSettingsStore(db)
  return [
    route(playerCalls.getPlayerSettings, async ({ viewer }) => ({ settings: await store.find(viewer.uid) })),
    route(playerCalls.getPreferredPlatform, async ({ viewer }) => {
      const settings = await store.find(viewer.uid)
      return { platform: preferredPlatform(settings?.play_on ?? 'auto', await connectedPlatforms(viewer.uid)) }
    }),
    route(playerCalls.changePlayerSettings, ({ viewer, body }) => store.change(viewer.uid, body)),
  ]
}

/** With accounts on both platforms, or on none, each item plays where it comes from. */
export function preferredPlatform(playOn: PlayOn, connected: readonly PlayPlatform[]): PlayPlatform | null {
  if (playOn !== 'auto') return playOn
  return connected.length === 1 ? (connected[0] ?? null) : null
}
