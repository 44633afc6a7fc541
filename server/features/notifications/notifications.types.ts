import type { Uid } from '#contract/base/ids.ts'
import type { NotificationKind } from '#contract/notifications.ts'

export type StoredNotification = {
  id: string
  uid: Uid
  kind: NotificationKind
  subject: string
  actor: Uid | null
  item: string | null
  at: Date
  inApp: boolean
}

export type NotificationGroup = {
  kind: NotificationKind
  subject: string
  /** The latest first, at most three. */
  actors: Uid[]
  peopleCount: number
  count: number
  at: Date
  isUnread: boolean
}

/** People who cause no notifications for a user, and moments and comments that show something they muted. */
export type NotificationMutes = { people: readonly Uid[]; content: readonly string[] }

/** The last group of a page. */
export type PageEnd = { at: Date; key: string }

export const keyOf = ({ kind, subject }: { kind: NotificationKind; subject: string }): string => `${kind}:${subject}`
