import { connectionCalls } from '#contract/connections.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Connections } from './connections.service.ts'

/** `getBuddies` is in `people.routes.ts`. */
export const connectionsRoutes = (connections: Connections): Route[] => [
  route(connectionCalls.getConnection, ({ viewer, params }) => connections.get(viewer.uid, params.uid)),
  route(connectionCalls.getRequests, async ({ viewer }) => ({ requests: await connections.requests(viewer.uid) })),
  route(connectionCalls.requestConnection, ({ viewer, params, body }) => connections.request(viewer.uid, params.uid, body.note)),
  route(connectionCalls.withdrawRequest, ({ viewer, params }) => connections.withdraw(viewer.uid, params.uid)),
  route(connectionCalls.acceptRequest, ({ viewer, params }) => connections.accept(viewer.uid, params.uid)),
  route(connectionCalls.declineRequest, ({ viewer, params }) => connections.decline(viewer.uid, params.uid)),
  route(connectionCalls.removeBuddy, ({ viewer, params }) => connections.unfriend(viewer.uid, params.uid)),
  route(connectionCalls.blockPerson, ({ viewer, params }) => connections.block(viewer.uid, params.uid)),
  route(connectionCalls.unblockPerson, ({ viewer, params }) => connections.unblock(viewer.uid, params.uid)),
  route(connectionCalls.mutePerson, async ({ viewer, params }) => {
    await connections.mute(viewer.uid, params.uid)
    return {}
  }),
  route(connectionCalls.unmutePerson, async ({ viewer, params }) => {
    await connections.unmute(viewer.uid, params.uid)
    return {}
  }),
  route(connectionCalls.getMutedAndBlocked, ({ viewer }) => connections.mutedAndBlocked(viewer.uid)),
]
