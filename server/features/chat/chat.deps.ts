import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import type { PrivacySettings } from '#contract/identity/privacy.ts'
import type { CacheDeps } from '#server/platform/bus/announced-cache.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PublishEvent } from '#server/platform/domain-events.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { BatchTrace } from '#server/platform/observability/batch-trace.ts'
import type { Uploads } from '#server/features/uploads/uploads.service.ts'

/** Data about users that chat reads from lower features. */
export type ChatPeople = {
  /** Cards of the existing users among `uids`. */
  cards(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PersonCard>>
  /** Calls `listener` on every server after a card was changed or deleted. */
  onCardChanged(listener: (uid: Uid) => void): void
  /** The viewer's relation to each user, without users who don't exist or have blocked the viewer. */
  relations(viewer: Uid, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, Relation>>
  /** Like `relations`, for many pairs; in the same order. */
  relationsBetween(pairs: readonly (readonly [viewer: Uid, other: Uid])[]): Promise<readonly (Relation | undefined)[]>
  privacy(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PrivacySettings>>
  isSuspended(uid: Uid): boolean
  /** Users with a block between them and the viewer. */
  hiddenFrom(viewer: Uid): Promise<ReadonlySet<Uid>>
  /** The viewer's match with each user who shows it. */
  percents(viewer: Uid, relations: ReadonlyMap<Uid, Relation>): Promise<ReadonlyMap<Uid, number>>
}

export type ChatDeps = {
  db: Db
  hub: Pick<SocketHub, 'send'>
  bus: CacheDeps['bus']
  clock: Clock
  /** Creates the UUID of a chat. */
  newId: () => string
  people: ChatPeople
  pictures: Pick<Uploads, 'attach' | 'replace' | 'getMany' | 'release' | 'registerAttachmentRules' | 'urlOf' | 'urlByLink' | 'recordings'>
  /** @throws AppError 'not_found' for a moment that the viewer may not see. */
  assertMomentVisible: (viewer: Uid, momentId: string) => Promise<unknown>
  publish: PublishEvent
  log: Log
  /** Rate limit of messages for each sender. */
  rate?: { perSecond: number; burst: number }
  /** See `ChatWriterOptions`. */
  flushDelayMs?: number
  /** See `ChatWriterOptions`. */
  trace?: BatchTrace | undefined
}
