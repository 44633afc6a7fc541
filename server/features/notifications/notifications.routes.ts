import { notificationCountCalls } from '#contract/notification-count.ts'
import { notificationCalls } from '#contract/notifications.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import type { Preferences } from './preferences.service.ts'
import type { Notifications } from './notifications.service.ts'

export const notificationRoutes = ({ notifications, preferences }: { notifications: Notifications; preferences: Preferences }): Route[] => [
  route(notificationCalls.getNotifications, ({ viewer, query }) => notifications.list(viewer.uid, query)),
  route(notificationCountCalls.getUnreadNotifications, async ({ viewer }) => ({ unread: await notifications.unread(viewer.uid) })),
  route(notificationCalls.markNotificationsRead, ({ viewer, body }) => notifications.markRead(viewer.uid, body.key)),
  route(notificationCalls.getNotificationSettings, ({ viewer }) => preferences.of(viewer.uid)),
  route(notificationCalls.changeNotificationSettings, ({ viewer, body }) => preferences.change(viewer.uid, body)),
]
