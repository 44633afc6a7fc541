import { profileCalls } from '#contract/profiles.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Profiles } from './profiles.service.ts'

/** Calls that return the relation between viewer and person are in `connections/connections.routes.ts`. */
export const profilesRoutes = (profiles: Profiles): Route[] => [
  route(profileCalls.checkUserName, ({ viewer, params }) => profiles.checkUserName(viewer.uid, params.userName)),
  route(profileCalls.getOwnUserName, ({ viewer }) => profiles.ownUserName(viewer.uid)),
  route(profileCalls.changeUserName, ({ viewer, body }) => profiles.changeUserName(viewer.uid, body.user_name)),
]
