import { presenceCalls, presenceFrames } from '#contract/chat/presence.ts'
import { connectionCalls } from '#contract/connections.ts'
import { privacyCalls } from '#contract/identity/privacy.ts'
import { profileCalls } from '#contract/profiles.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { LocalHub } from '#server/platform/socket/socket-hub.ts'
import { on, type SocketRoute } from '#server/platform/socket/socket-route.ts'
import type { Connections } from './connections.service.ts'
import type { People } from './people.service.ts'
import type { PresenceService } from './presence.service.ts'
import type { Privacy } from './privacy.service.ts'

type Services = { connections: Connections; people: People; presence: PresenceService; privacy: Privacy }

export const connectionsRoutes = ({ connections, people, presence, privacy }: Services): Route[] => [
  route(connectionCalls.getConnection, ({ viewer, params }) => connections.get(viewer.uid, params.uid)),
  route(connectionCalls.getRequests, async ({ viewer }) => ({ requests: await connections.requests(viewer.uid) })),
  route(connectionCalls.requestConnection, ({ viewer, params, body }) => connections.request(viewer.uid, params.uid, body.note)),
  route(connectionCalls.withdrawRequest, ({ viewer, params }) => connections.withdraw(viewer.uid, params.uid)),
  route(connectionCalls.acceptRequest, ({ viewer, params }) => connections.accept(viewer.uid, params.uid)),
  route(connectionCalls.declineRequest, ({ viewer, params }) => connections.decline(viewer.uid, params.uid)),
  route(connectionCalls.removeBuddy, ({ viewer, params }) => connections.unfriend(viewer.uid, params.uid)),
  route(connectionCalls.blockPerson, ({ viewer, params }) => connections.block(viewer.uid, params.uid)),
  route(connectionCalls.unblockPerson, ({ viewer, params }) => connections.unblock(viewer.uid, params.uid)),
  route(connectionCalls.mutePerson, ({ viewer, params }) => connections.mute(viewer.uid, params.uid)),
  route(connectionCalls.unmutePerson, ({ viewer, params }) => connections.unmute(viewer.uid, params.uid)),
  route(connectionCalls.getMutedAndBlocked, ({ viewer }) => connections.mutedAndBlocked(viewer.uid)),
  route(profileCalls.setUpAccount, ({ viewer, body }) => people.setUp(viewer.uid, body)),
  route(profileCalls.getProfile, ({ viewer, params, query }) => people.profile(viewer.uid, params.uid, query.as)),
  route(profileCalls.findByUserName, async ({ viewer, params }) => ({ uid: await people.findByUserName(viewer.uid, params.userName) })),
  route(profileCalls.editProfile, ({ viewer, body }) => people.edit(viewer.uid, body)),
  route(profileCalls.searchPeople, ({ viewer, query }) => people.search(viewer.uid, query)),
  route(connectionCalls.getBuddies, async ({ viewer, params, query }) => {
    const page = await people.buddies(viewer.uid, params.uid, query)
    return { buddies: page.people, next: page.next }
  }),
  route(presenceCalls.getPresence, async ({ viewer, query }) => ({ people: await presence.get(viewer.uid, query.uids) })),
  route(privacyCalls.getPrivacy, ({ viewer }) => privacy.get(viewer.uid)),
  route(privacyCalls.changePrivacy, ({ viewer, body }) => privacy.change(viewer.uid, body)),
]

export const presenceSocket = (hub: Pick<LocalHub, 'setVisible'>): SocketRoute[] => [
  on(presenceFrames.pageVisibility, ({ is_visible: isVisible }, peer) => hub.setVisible(peer, isVisible)),
]
