import { presenceCalls, presenceFrames } from '#contract/chat/presence.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { LocalHub } from '#server/platform/socket/socket-hub.ts'
import { on, type SocketRoute } from '#server/platform/socket/socket-route.ts'
import type { PresenceService } from './presence.service.ts'

export const presenceRoutes = (presence: PresenceService): Route[] => [
  route(presenceCalls.getPresence, async ({ viewer, query }) => ({ people: await presence.of(viewer.uid, query.uids) })),
]

export const presenceSocket = (hub: Pick<LocalHub, 'setVisible'>): SocketRoute[] => [
  on(presenceFrames.pageVisibility, ({ is_visible: isVisible }, peer) => hub.setVisible(peer, isVisible)),
]
