import { notificationCalls } from '#contract/notifications.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { createDigest } from './digest.service.ts'

export const digestRoutes = (digest: Pick<ReturnType<typeof createDigest>, 'end'>): Route[] => [
  route(notificationCalls.endDigest, async ({ body }) => {
    await digest.end(body.code)
    return {}
  }),
]
