import { privacyCalls } from '#contract/identity/privacy.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Privacy } from './privacy.service.ts'

export const privacyRoutes = (privacy: Privacy): Route[] => [
  route(privacyCalls.getPrivacy, ({ viewer }) => privacy.of(viewer.uid)),
  route(privacyCalls.changePrivacy, ({ viewer, body }) => privacy.change(viewer.uid, body)),
]
