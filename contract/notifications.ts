import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { defineFrame } from './base/frame.ts'
import { cursor, empty, isoDate, queryNumber } from './base/ids.ts'
import { limits } from './limits.ts'
import { personCard } from './people.ts'

/** The kinds of notifications. Each can be switched for each channel. */
export const notificationKinds = [
  'request_asked',
  'request_accepted',
  'moment_liked',
  'moment_commented',
  'moment_mentioned',
  'moment_quoted',
  'moment_posted',
  'comment_replied',
  'comment_liked',
  'message_request',
  'message',
  'group_invited',
  'group_asked',
  'group_admitted',
  'recap_ready',
  'blend_invited',
  'blend_mixed',
  'source_stopped',
  'moderation',
] as const
export const notificationKind = z.enum(notificationKinds)
export type NotificationKind = z.output<typeof notificationKind>

/** Parts of the list. */
export const notificationFilters = ['unread', 'mentions', 'moments', 'people', 'music'] as const
export const notificationFilter = z.enum(notificationFilters)
export type NotificationFilterName = z.output<typeof notificationFilter>

/** The part of the list for each kind. */
export const filterOfKind: Record<NotificationKind, NotificationFilterName> = {
  request_asked: 'people',
  request_accepted: 'people',
  moment_liked: 'moments',
  moment_commented: 'moments',
  moment_mentioned: 'mentions',
  moment_quoted: 'moments',
  moment_posted: 'moments',
  comment_replied: 'mentions',
  comment_liked: 'moments',
  message_request: 'people',
  message: 'people',
  group_invited: 'people',
  group_asked: 'people',
  group_admitted: 'people',
  recap_ready: 'music',
  blend_invited: 'music',
  blend_mixed: 'music',
  source_stopped: 'music',
  moderation: 'people',
}

/** A group of notifications of one kind about one subject: "Jonas and 3 others like your moment". */
export const notification = z.object({
  /** Identifies the group in `markNotificationsRead`; stable. */
  key: z.string(),
  /** Null: a kind that a newer server stored. */
  // oxlint-disable-next-line promise/valid-params -- the schema's `catch`, not a promise's
  kind: z.catch(z.nullable(notificationKind), null),
  /** At most three people, the latest first. Empty for notifications of the installation itself. */
  people: z.array(personCard),
  /** The number of people in the group, including `people`. */
  people_count: z.int(),
  /** The number of events, such as messages or comments. */
  count: z.int(),
  /** The id of a moment, chat, blend, report or person, the Monday of a week, or the name of a source, by kind; empty if it is only about the person. */
  subject: z.string(),
  /** The beginning of the receiver's moment, or the title of a blend, if the group is about one. */
  excerpt: z.string(),
  at: isoDate,
  is_unread: z.boolean(),
})
export type Notification = z.output<typeof notification> & { kind: NotificationKind }

export const notificationChannels = z.object({ in_app: z.boolean(), push: z.boolean(), mail: z.boolean() })
export type NotificationChannels = z.output<typeof notificationChannels>

/** Default: everything in the app, requests by push, no email. */
export const defaultChannels: Record<NotificationKind, NotificationChannels> = {
  request_asked: { in_app: true, push: true, mail: true },
  request_accepted: { in_app: true, push: true, mail: true },
  moment_liked: { in_app: true, push: false, mail: false },
  moment_commented: { in_app: true, push: true, mail: true },
  moment_mentioned: { in_app: true, push: true, mail: true },
  moment_quoted: { in_app: true, push: false, mail: true },
  moment_posted: { in_app: true, push: true, mail: false },
  comment_replied: { in_app: true, push: true, mail: true },
  comment_liked: { in_app: true, push: false, mail: false },
  message_request: { in_app: true, push: true, mail: true },
  message: { in_app: true, push: true, mail: true },
  group_invited: { in_app: true, push: true, mail: true },
  group_asked: { in_app: true, push: true, mail: true },
  group_admitted: { in_app: true, push: true, mail: true },
  recap_ready: { in_app: true, push: true, mail: true },
  blend_invited: { in_app: true, push: true, mail: true },
  blend_mixed: { in_app: true, push: false, mail: false },
  source_stopped: { in_app: true, push: true, mail: true },
  moderation: { in_app: true, push: true, mail: true },
}

/** The channels of every kind. A page and a server of different versions ignore kinds that only one of them knows. */
const channelsOfKinds = z.object(
  Object.fromEntries(notificationKinds.map((kind) => [kind, z._default(notificationChannels, defaultChannels[kind])])) as Record<
    NotificationKind,
    z.ZodMiniDefault<typeof notificationChannels>
  >,
)

export const digest = z.enum(['off', 'daily', 'weekly'])
export type Digest = z.output<typeof digest>

/** Minutes since midnight. */
const minuteOfDay = z.int().check(z.minimum(0), z.maximum(24 * 60 - 1))

/** From 1 (Monday) to 7 (Sunday). */
const weekday = z.int().check(z.minimum(1), z.maximum(7))

export const quietHours = z.object({
  from: minuteOfDay,
  until: minuteOfDay,
  /** The weekdays on which they begin; omitted for every day. */
  days: z.optional(z.array(weekday).check(z.maxLength(7))),
})
export type QuietHours = z.output<typeof quietHours>

export const notificationSettings = z.object({
  kinds: channelsOfKinds,
  /** No push and no email in this period, which may cross midnight into the next day. Null: no quiet hours. */
  quiet: z.nullable(quietHours),
  /** The user's time zone as an IANA name. */
  time_zone: z.string(),
  /** Whether push shows the text of a message on a locked screen. */
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

/** A browser's push subscription (`PushSubscription.toJSON()`). */
export const pushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(1_000)),
  keys: z.object({
    p256dh: z.string().check(z.regex(/^[\w-]{80,100}={0,2}$/)),
    auth: z.string().check(z.regex(/^[\w-]{20,32}={0,2}$/)),
  }),
})
export type PushSubscriptionData = z.output<typeof pushSubscription>

export const notificationCalls = {
  getUnreadNotifications: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/notifications/unread',
    summary: 'Number of unread groups, without connection requests, which are counted until they are answered',
    response: z.object({ unread: z.int() }),
  }),
  getNotifications: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/notifications',
    summary: 'Notifications in groups, the latest first; a part of them with `filter`',
    query: z.object({
      filter: z.optional(notificationFilter),
      cursor: z.optional(cursor),
      limit: z.optional(queryNumber(1, limits.pageSize.max)),
    }),
    /** `unread`: unread groups, without connection requests, which are counted until they are answered. */
    response: z.object({ notifications: z.array(notification), next: z.nullable(cursor), unread: z.int() }),
  }),
  markNotificationsRead: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/notifications/read',
    summary: 'Mark one group as read, or all without a key; on all devices',
    body: z.object({ key: z.optional(z.string().check(z.maxLength(200))) }),
    response: z.object({ unread: z.int() }),
  }),
  getNotificationSettings: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/settings/notifications',
    summary: 'The viewer’s notification settings',
    response: notificationSettings,
  }),
  changeNotificationSettings: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/settings/notifications',
    summary: 'Change some settings; omitted ones stay the same',
    body: notificationSettingsChange,
    response: notificationSettings,
  }),
  getPushKey: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/push/key',
    summary: 'The public key for push subscriptions',
    response: z.object({ public_key: z.string() }),
  }),
  subscribeToPush: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/push/subscriptions',
    summary: 'Subscribe this browser to push until its sign-in ends',
    body: pushSubscription,
    response: empty,
  }),
  unsubscribeFromPush: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/push/subscriptions',
    summary: 'Unsubscribe this browser from push',
    query: z.object({ endpoint: z.string().check(z.maxLength(1_000)) }),
    response: empty,
  }),
  endDigest: defineCall({
    method: 'POST',
    area: 'public',
    path: '/digest/unsubscribe',
    summary: 'Stop the digest with the code of its unsubscribe link; needs no sign-in',
    body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(400)) }),
    response: empty,
  }),
}

export const notificationFrames = {
  /** To all devices: a notification was added, read or removed. `latest` is the group to show a notice for now. */
  notifications_changed: defineFrame('notifications_changed', z.object({ unread: z.int(), latest: z.nullable(z.string()) })),
}
