import type { Uid } from '#contract/base/ids.ts'
import type { Notification } from '#contract/notifications.ts'
import type { PersonCard } from '#contract/people.ts'
import { keyOf, type NoteGroup } from './notifications.types.ts'

/** A group as its owner sees it. */
export function presentGroup(group: NoteGroup, cards: ReadonlyMap<Uid, PersonCard>, excerpt: string): Notification {
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
