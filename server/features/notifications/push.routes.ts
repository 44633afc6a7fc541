import { notificationCalls } from '#contract/notifications.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Push } from './push.service.ts'

export const pushRoutes = (push: Push): Route[] => [
  route(notificationCalls.getPushKey, async () => ({ public_key: await push.publicKey() })),
  route(notificationCalls.subscribeToPush, async ({ viewer, body }) => {
    await push.subscribe(viewer, body)
    return {}
  }),
  route(notificationCalls.unsubscribeFromPush, async ({ viewer, query }) => {
    await push.unsubscribe(viewer, query.endpoint)
    return {}
  }),
]
