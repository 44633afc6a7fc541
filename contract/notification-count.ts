import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'

// The part of the notifications API that every page needs. The rest (notifications.ts) is loaded on demand.

export const notificationCountCalls = {
  getUnreadNotifications: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/notifications/unread',
    summary: 'Number of unread groups, without connection requests, which are counted until they are answered',
    answer: z.object({ unread: z.int() }),
  }),
}

export const notificationFrames = {
  /** To all devices: a notification was added, read or removed. `latest` is the group to show a notice for now. */
  notifications_changed: defineFrame('notifications_changed', z.object({ unread: z.int(), latest: z.nullable(z.string()) })),
}
