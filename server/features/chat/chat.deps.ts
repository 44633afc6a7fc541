import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import type { PrivacySettings } from '#contract/privacy.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Tell } from '#server/platform/domain-events.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { BatchTrace } from '#server/platform/observability/batch-trace.ts'
import type { Uploads } from '#server/features/uploads/uploads.service.ts'

/** What chat asks about people; the features below it answer. */
export type ChatPeople = {
  /** Cards of those of `uids` who exist. */
  cards(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PersonCard>>
  /** How the viewer stands to each. Whoever does not exist, or has blocked the viewer, is missing. */
  relations(viewer: Uid, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, Relation>>
  /** As `relations`, for many viewers who each look at one person; in the order of the pairs. */
  relationsBetween(pairs: readonly (readonly [viewer: Uid, other: Uid])[]): Promise<readonly (Relation | undefined)[]>
  /** What each decided about messages, receipts and typing. */
  privacy(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PrivacySettings>>
}

export type ChatDeps = {
  db: Db
  hub: Pick<SocketHub, 'send'>
  bus: Pick<Bus, 'announce' | 'onAnnouncement' | 'onRejoined' | 'isUp'>
  clock: Clock
  /** A new UUID for a chat. */
  newId: () => string
  people: ChatPeople
  pictures: Pick<Uploads, 'attach' | 'ofMany' | 'release' | 'registerAttachmentRules'>
  /** @throws AppError 'not_found' for a moment that the viewer may not see. */
  mustSeeMoment: (viewer: Uid, momentId: string) => Promise<unknown>
  tell: Tell
  log: Log
  /** Messages one person may send: so many a second, and so many at once. */
  rate?: { perSecond: number; burst: number }
  /** See `ChatWriterOptions`. */
  flushDelayMs?: number
  /** See `ChatWriterOptions`. */
  trace?: BatchTrace | undefined
}
