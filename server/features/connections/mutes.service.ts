import { connectionFrames, type MutedAndBlocked } from '#contract/connections.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import { createConnectionStore } from './connections.store.ts'
import { createMuteStore } from './mutes.store.ts'
import type { Standings } from './standing.ts'

export type MutesDeps = {
  db: Db
  clock: Clock
  hub: Pick<SocketHub, 'send'>
  profiles: Pick<Profiles, 'cards'>
  standings: Pick<Standings, 'mustSee' | 'relations'>
}

/** Muting: hearing nothing of somebody who never learns of it. Everything stays where it is and can be looked at. */
export function createMutes({ db, clock, hub, profiles, standings }: MutesDeps) {
  const store = createMuteStore(db)
  const connections = createConnectionStore(db)

  /** The viewer's other devices draw it anew. */
  const tellOwnDevices = (viewer: Uid, other: Uid) => hub.send([viewer], connectionFrames.connection_changed, { uid: other })

  return {
    /** Mutes; twice is harmless. @throws AppError 'invalid_input' for oneself, 'not_found' for somebody unknown and with a block. */
    async mute(viewer: Uid, other: Uid): Promise<void> {
      if (viewer === other) throw new AppError('invalid_input', {}, [{ field: 'uid', message: 'This is yourself.' }])
      await standings.mustSee(viewer, other)
      if (await store.add(viewer, other, clock.now())) tellOwnDevices(viewer, other)
    },

    /** Takes a mute back; harmless without one, whoever it is about. */
    async unmute(viewer: Uid, other: Uid): Promise<void> {
      if (await store.remove(viewer, other)) tellOwnDevices(viewer, other)
    },

    /** Everybody whom that person has muted. */
    mutedBy: async (uid: Uid): Promise<Set<Uid>> => new Set(await store.mutedBy(uid)),

    hasMuted: (uid: Uid, other: Uid): Promise<boolean> => store.has(uid, other),

    /** Whom the viewer has muted and blocked, the latest mute first. Somebody blocked is always listed: nobody can be who was hidden at the time. */
    async mutedAndBlocked(viewer: Uid): Promise<MutedAndBlocked> {
      const [muted, blocked] = await Promise.all([store.mutedBy(viewer), connections.blockedBy(viewer)])
      const [relations, cards] = await Promise.all([standings.relations(viewer, muted), profiles.cards([...muted, ...blocked])])
      const seen = muted.filter((uid) => relations.has(uid) && relations.get(uid) !== 'blocked')
      const cardsOf = (uids: readonly Uid[]) => uids.flatMap((uid) => cards.get(uid) ?? [])
      return { muted: cardsOf(seen), blocked: cardsOf(blocked) }
    },
  }
}
