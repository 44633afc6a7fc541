import { notificationCalls } from '#contract/notifications.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { createDigest } from './digest.service.ts'
import type { Notifications } from './notifications.service.ts'
import type { Preferences } from './preferences.service.ts'
import type { Push } from './push.service.ts'

type Services = {
  notifications: Notifications
  preferences: Preferences
  push: Push
  digest: Pick<ReturnType<typeof createDigest>, 'end'>
}

export const notificationRoutes = ({ notifications, preferences, push, digest }: Services): Route[] => [
  route(notificationCalls.getNotifications, ({ viewer, query }) => notifications.list(viewer.uid, query)),
  route(notificationCalls.getUnreadNotifications, async ({ viewer }) => ({ unread: await notifications.unread(viewer.uid) })),
  route(notificationCalls.markNotificationsRead, ({ viewer, body }) => notifications.markRead(viewer.uid, body.key)),
  route(notificationCalls.getNotificationSettings, ({ viewer }) => preferences.of(viewer.uid)),
  route(notificationCalls.changeNotificationSettings, ({ viewer, body }) => preferences.change(viewer.uid, body)),
  route(notificationCalls.getPushKey, async () => ({ public_key: await push.publicKey() })),
  route(notificationCalls.subscribeToPush, ({ viewer, body }) => push.subscribe(viewer, body)),
  route(notificationCalls.unsubscribeFromPush, ({ viewer, query }) => push.unsubscribe(viewer, query.endpoint)),
  route(notificationCalls.endDigest, ({ body }) => digest.end(body.code)),
]
