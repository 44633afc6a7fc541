import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { cursor, empty, isoDate, queryNumber } from './base/ids.ts'
import { limits } from './limits.ts'
import { personCard } from './people.ts'

/** What somebody can hear of. Each has a choice of its own per channel. */
export const notificationKind = z.enum([
  'request_asked',
  'request_accepted',
  'moment_liked',
  'moment_commented',
  'message_request',
  'message',
  'moderation',
])
export type NotificationKind = z.output<typeof notificationKind>
export const notificationKinds = notificationKind.options

/** Everything of one kind about one thing, as one entry: "Jonas and 3 others like your moment". */
export const notification = z.object({
  /** Names the group in `markNotificationsRead`; the same for as long as the group lasts. */
  key: z.string(),
  kind: notificationKind,
  /** The latest people first, at most three. Empty for what comes from the installation itself. */
  people: z.array(personCard),
  /** Everybody in the group, those of `people` included. */
  people_count: z.int(),
  /** How often it happened: messages, comments. */
  count: z.int(),
  /** A moment, a chat or a report, by kind; empty where the person is all it is about. */
  subject: z.string(),
  /** The first words of one's own moment, where the group is about one. */
  excerpt: z.string(),
  at: isoDate,
  is_unread: z.boolean(),
})
export type Notification = z.output<typeof notification>

export const notificationChannels = z.object({ in_app: z.boolean(), push: z.boolean(), mail: z.boolean() })
export type NotificationChannels = z.output<typeof notificationChannels>

/** Who never chose hears of everything in the app, of what waits for an answer by push, and gets no mail. */
export const defaultChannels: Record<NotificationKind, NotificationChannels> = {
  request_asked: { in_app: true, push: true, mail: true },
  request_accepted: { in_app: true, push: true, mail: true },
  moment_liked: { in_app: true, push: false, mail: false },
  moment_commented: { in_app: true, push: true, mail: true },
  message_request: { in_app: true, push: true, mail: true },
  message: { in_app: true, push: true, mail: true },
  moderation: { in_app: true, push: true, mail: true },
}

export const digest = z.enum(['off', 'daily', 'weekly'])
export type Digest = z.output<typeof digest>

/** Minutes since midnight. */
const minuteOfDay = z.int().check(z.minimum(0), z.maximum(24 * 60 - 1))

export const quietHours = z.object({ from: minuteOfDay, until: minuteOfDay })
export type QuietHours = z.output<typeof quietHours>

export const notificationSettings = z.object({
  kinds: z.record(notificationKind, notificationChannels),
  /** No push and no mail between the two; they may lie on both sides of midnight. Null: never quiet. */
  quiet: z.nullable(quietHours),
  /** Where the person's clock stands, as an IANA name. */
  time_zone: z.string(),
  /** Whether the words of a message may stand on a locked screen. */
  push_shows_text: z.boolean(),
  digest,
})
export type NotificationSettings = z.output<typeof notificationSettings>

export const notificationSettingsChange = z.object({
  kinds: z.optional(z.partialRecord(notificationKind, notificationChannels)),
  quiet: z.optional(z.nullable(quietHours)),
  time_zone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  push_shows_text: z.optional(z.boolean()),
  digest: z.optional(digest),
})
export type NotificationSettingsChange = z.output<typeof notificationSettingsChange>

/** What a browser gives for a push subscription (PushSubscription.toJSON). */
export const pushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(1_000)),
  keys: z.object({
    p256dh: z.string().check(z.regex(/^[\w-]{80,100}={0,2}$/)),
    auth: z.string().check(z.regex(/^[\w-]{20,32}={0,2}$/)),
  }),
})
export type PushSubscriptionData = z.output<typeof pushSubscription>

export const notificationCalls = {
  getNotifications: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/notifications',
    summary: 'What happened, in groups, the latest first',
    query: z.object({ cursor: z.optional(cursor), limit: z.optional(queryNumber(1, limits.pageSize.max)) }),
    /** `unread`: groups that were not looked at, without requests to connect, which are counted by waiting for an answer. */
    answer: z.object({ notifications: z.array(notification), next: z.nullable(cursor), unread: z.int() }),
  }),
  markNotificationsRead: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/notifications/read',
    summary: 'Mark one group as read, or without a key everything up to now; on all devices',
    body: z.object({ key: z.optional(z.string().check(z.maxLength(200))) }),
    answer: z.object({ unread: z.int() }),
  }),
  getNotificationSettings: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/settings/notifications',
    summary: 'What the viewer hears of, where and when',
    answer: notificationSettings,
  }),
  changeNotificationSettings: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/settings/notifications',
    summary: 'Change some of it; what is left out stays',
    body: notificationSettingsChange,
    answer: notificationSettings,
  }),
  getPushKey: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/push/key',
    summary: 'The key under which this browser subscribes to push',
    answer: z.object({ public_key: z.string() }),
  }),
  subscribeToPush: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/push/subscriptions',
    summary: 'Send push to this browser, until its sign-in ends',
    body: pushSubscription,
    answer: empty,
  }),
  unsubscribeFromPush: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/push/subscriptions',
    summary: 'Send push to this browser no more',
    query: z.object({ endpoint: z.string().check(z.maxLength(1_000)) }),
    answer: empty,
  }),
  endDigest: defineCall({
    method: 'POST',
    area: 'public',
    path: '/digest/unsubscribe',
    summary: 'Stop the digest, by the code of a link in one; needs no sign-in',
    body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(400)) }),
    answer: empty,
  }),
}
