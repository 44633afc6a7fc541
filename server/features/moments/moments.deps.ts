import type { Uid } from '#contract/base/ids.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Facts } from '#server/platform/domain-events.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { LinkRecord } from '#contract/links.ts'
import type { Connections } from '#server/features/connections/connections.service.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import type { Uploads } from '#server/features/uploads/uploads.service.ts'

/** Who is close in taste. */
export type Wavelength = {
  /** Those closest to the viewer who show that they match, without buddies and people with a block between them. */
  closest(viewer: Uid): Promise<readonly Uid[]>
  /** How well each of these strangers matches the viewer, in per cent; whoever does not show it is missing. */
  percents(viewer: Uid, uids: readonly Uid[]): Promise<ReadonlyMap<Uid, number>>
}

export type MomentDeps = {
  db: Db
  /** Counts what a person posts over all servers. */
  bus?: Pick<Bus, 'announce' | 'onAnnouncement'>
  clock: Clock
  hub: Pick<SocketHub, 'send'>
  facts: Pick<Facts, 'tell'>
  /** A new UUID for a moment or a comment whose client made none. */
  newId: () => string
  profiles: Pick<Profiles, 'cards'>
  connections: Pick<Connections, 'mustSee' | 'buddiesOf' | 'hiddenFrom' | 'hiddenFromMany' | 'mutedBy'>
  pictures: Pick<Uploads, 'attach' | 'ofMany' | 'release' | 'registerAttachmentRules'>
  wavelength: Wavelength
  /** Whether somebody may do nothing here for now: the world outside is told nothing of theirs meanwhile. */
  isSuspended: (uid: Uid) => boolean
  /** Has the card of a link made before the first reader asks for it. Never fails. */
  expectCard: (link: LinkRecord) => Promise<void>
}
