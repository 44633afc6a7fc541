import type { Uid } from '#contract/base/ids.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { DomainEvents } from '#server/platform/domain-events.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import type { Uploads } from '#server/features/uploads/uploads.service.ts'

export type Wavelength = {
  /** The people most similar to the viewer who show their match, without buddies and blocks. */
  closest(viewer: Uid): Promise<readonly Uid[]>
  /** The match of each of these strangers with the viewer in percent, without people who hide it. */
  percents(viewer: Uid, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, number>>
}

export type MomentDeps = {
  db: Db
  /** Shares rate limits between servers. */
  bus?: Pick<Bus, 'announce' | 'onAnnouncement'>
  clock: Clock
  hub: Pick<SocketHub, 'send'>
  events: Pick<DomainEvents, 'publish'>
  /** Creates the UUID of a moment or comment without a client id. */
  newId: () => string
  profiles: Pick<Profiles, 'cards' | 'uidsOf'>
  connections: Pick<Connections, 'mustSee' | 'relations' | 'buddiesOf' | 'hiddenFrom' | 'hiddenFromMany' | 'hiddenAndMuted'>
  pictures: Pick<Uploads, 'attach' | 'getMany' | 'release' | 'registerAttachmentRules'>
  wavelength: Wavelength
  /** The words, artists, and channels that a user has muted. */
  mutedContent: ContentMutes['mutedContent']
  /** Suspended users have no public link previews. */
  isSuspended: (uid: Uid) => boolean
  /** The ids of an item and its works at the platforms. */
  platformIds: (itemId: string) => Promise<readonly { source: string; externalId: string }[]>
  /** Loads the card of a link before the first reader requests it. Never fails. */
  prefetchCard: (link: LinkRecord) => Promise<void>
}
