import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'

// What every page needs to know of notifications, apart from the rest (notifications.ts), which pages load when they show it.

export const notificationCountCalls = {
  getUnreadNotifications: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/notifications/unread',
    summary: 'How many groups were not looked at, without requests to connect, which are counted by waiting for an answer',
    answer: z.object({ unread: z.int() }),
  }),
}

export const notificationFrames = {
  /** To all devices: something came, was read or is gone. `latest` names the group that is worth a notice right now. */
  notifications_changed: defineFrame('notifications_changed', z.object({ unread: z.int(), latest: z.nullable(z.string()) })),
}
