import { contentMuteCalls } from '#contract/taste/content-mutes.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { ContentMutes } from './content-mutes.ts'

export const contentMutesRoutes = (mutes: ContentMutes): Route[] => [
  route(contentMuteCalls.getContentMutes, async ({ viewer }) => ({ mutes: await mutes.list(viewer.uid) })),
  route(contentMuteCalls.muteWord, ({ viewer, body }) => mutes.muteWord(viewer.uid, body)),
  route(contentMuteCalls.muteItem, ({ viewer, params, body }) => mutes.muteItem(viewer.uid, params.item_id, body.until)),
  route(contentMuteCalls.removeContentMute, ({ viewer, params }) => mutes.remove(viewer.uid, params.id)),
]
