import { connectionCalls } from '#contract/connections.ts'
import { profileCalls } from '#contract/profiles.ts'
import { route, type Route } from '../../platform/http/route.ts'
import type { People } from './people.service.ts'

export const peopleRoutes = (people: People): Route[] => [
  route(profileCalls.setUpAccount, ({ viewer, body }) => people.setUp(viewer.uid, body)),
  route(profileCalls.getProfile, ({ viewer, params }) => people.profile(viewer.uid, params.uid)),
  route(profileCalls.editProfile, ({ viewer, body }) => people.edit(viewer.uid, body)),
  route(profileCalls.searchPeople, async ({ viewer, query }) => ({ people: await people.search(viewer.uid, query) })),
  route(connectionCalls.getBuddies, async ({ viewer, params }) => ({ buddies: await people.buddies(viewer.uid, params.uid) })),
]
