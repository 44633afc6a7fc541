import type { Uid } from '#contract/base/ids.ts'
import type { Notification } from '#contract/notifications.ts'
import type { PersonCard } from '#contract/people.ts'
import { keyOf, type NotificationGroup } from './notifications.types.ts'

export function presentGroup(group: NotificationGroup, cards: ReadonlyMap<Uid, PersonCard>, excerpt: string): Notification {
  return {
    key: keyOf(group),
    kind: group.kind,
    people: group.actors.flatMap((uid) => cards.get(uid) ?? []),
    people_count: group.peopleCount,
    count: group.count,
    subject: group.subject,
    excerpt,
    at: group.at.toISOString(),
    is_unread: group.isUnread,
  }
}
