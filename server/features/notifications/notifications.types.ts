import type { Uid } from '#contract/base/ids.ts'
import type { NotificationKind } from '#contract/notifications.ts'

/** One thing that happened, as kept for one person. */
export type Note = {
  id: string
  uid: Uid
  kind: NotificationKind
  subject: string
  actor: Uid | null
  item: string | null
  at: Date
  inApp: boolean
}

/** Everything of one kind about one thing. */
export type NoteGroup = {
  kind: NotificationKind
  subject: string
  /** The latest first, at most three. */
  actors: Uid[]
  peopleCount: number
  count: number
  at: Date
  isUnread: boolean
}

/** Where a page of groups ended. */
export type GroupPlace = { at: Date; key: string }

export const keyOf = ({ kind, subject }: { kind: NotificationKind; subject: string }): string => `${kind}:${subject}`
