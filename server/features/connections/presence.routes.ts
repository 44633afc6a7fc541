import { presenceCalls } from '#contract/chat/presence.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { PresenceService } from './presence.service.ts'

export const presenceRoutes = (presence: PresenceService): Route[] => [
  route(presenceCalls.getPresence, async ({ viewer, query }) => ({ people: await presence.of(viewer.uid, query.uids) })),
]
