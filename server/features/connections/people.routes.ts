import { connectionCalls } from '#contract/connections.ts'
import { profileCalls } from '#contract/profiles.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { People } from './people.service.ts'

export const peopleRoutes = (people: People): Route[] => [
  route(profileCalls.setUpAccount, ({ viewer, body }) => people.setUp(viewer.uid, body)),
  route(profileCalls.getProfile, ({ viewer, params, query }) => people.profile(viewer.uid, params.uid, query.as)),
  route(profileCalls.findByUserName, async ({ viewer, params }) => ({ uid: await people.named(viewer.uid, params.userName) })),
  route(profileCalls.editProfile, ({ viewer, body }) => people.edit(viewer.uid, body)),
  route(profileCalls.searchPeople, ({ viewer, query }) => people.search(viewer.uid, query)),
  route(connectionCalls.getBuddies, async ({ viewer, params, query }) => {
    const page = await people.buddies(viewer.uid, params.uid, query)
    return { buddies: page.people, next: page.next }
  }),
]
