import { connectionFrames, type MutedAndBlocked } from '#contract/connections.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { DomainEvents } from '#server/platform/domain-events.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import { createConnectionStore } from './connections.store.ts'
import type { Relationships } from './relationships.ts'

export type MutesDeps = {
  db: Db
  clock: Clock
  hub: Pick<SocketHub, 'send'>
  events: Pick<DomainEvents, 'publish'>
  profiles: Pick<Profiles, 'cards'>
  relationships: Pick<Relationships, 'mustSee' | 'relations'>
}

/** Muting hides a user's notifications. The muted user does not notice it, and their content stays visible. */
export function createMutes({ db, clock, hub, events, profiles, relationships }: MutesDeps) {
  const store = createMuteStore(db)
  const connections = createConnectionStore(db)

  const notifyOwnDevices = (viewer: Uid, other: Uid) => {
    hub.send([viewer], connectionFrames.connection_changed, { uid: other })
    events.publish({ kind: 'mutes.changed', by: viewer })
  }

  return {
    /** Repeating it is harmless. @throws AppError 'invalid_input' for oneself, 'not_found' for an unknown user and if either user blocked the other. */
    async mute(viewer: Uid, other: Uid): Promise<void> {
      if (viewer === other) throw new AppError('invalid_input', {}, [{ field: 'uid', message: 'This is yourself.' }])
      await relationships.mustSee(viewer, other)
      if (await store.add(viewer, other, clock.now())) notifyOwnDevices(viewer, other)
    },

    /** Removes a mute; harmless when there is none. */
    async unmute(viewer: Uid, other: Uid): Promise<void> {
      if (await store.remove(viewer, other)) notifyOwnDevices(viewer, other)
    },

    /** The users that `uid` muted. */
    mutedBy: async (uid: Uid): Promise<Set<Uid>> => new Set(await store.mutedBy(uid)),

    hasMuted: (uid: Uid, other: Uid): Promise<boolean> => store.has(uid, other),

    /** The users that the viewer muted, latest first, and blocked. Blocked users are always listed. */
    async mutedAndBlocked(viewer: Uid): Promise<MutedAndBlocked> {
      const [muted, blocked] = await Promise.all([store.mutedBy(viewer), connections.blockedBy(viewer)])
      const [relations, cards] = await Promise.all([relationships.relations(viewer, muted), profiles.cards([...muted, ...blocked])])
      const visible = muted.filter((uid) => relations.has(uid) && relations.get(uid) !== 'blocked')
      const cardsOf = (uids: readonly Uid[]) => uids.flatMap((uid) => cards.get(uid) ?? [])
      return { muted: cardsOf(visible), blocked: cardsOf(blocked) }
    },
  }
}

type MuteTables = { mutes: { uid: Uid; muted_uid: Uid; muted_at: Date } }

function createMuteStore(plain: Db) {
  const db = plain.withTables<MuteTables>()

  return {
    /** @returns false when the mute already exists */
    async add(uid: Uid, muted: Uid, now: Date): Promise<boolean> {
      const added = await db
        .insertInto('mutes')
        .values({ uid, muted_uid: muted, muted_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('uid')
        .executeTakeFirst()
      return added !== undefined
    },

    /** @returns false when there is no mute */
    async remove(uid: Uid, muted: Uid): Promise<boolean> {
      const deleted = await db.deleteFrom('mutes').where('uid', '=', uid).where('muted_uid', '=', muted).returning('uid').executeTakeFirst()
      return deleted !== undefined
    },

    /** The users that `uid` muted, latest first. */
    async mutedBy(uid: Uid): Promise<Uid[]> {
      const rows = await db
        .selectFrom('mutes')
        .select('muted_uid')
        .where('uid', '=', uid)
        .orderBy('muted_at', 'desc')
        .orderBy('muted_uid')
        .execute()
      return rows.map((row) => row.muted_uid)
    },

    async has(uid: Uid, muted: Uid): Promise<boolean> {
      const row = await db.selectFrom('mutes').select('uid').where('uid', '=', uid).where('muted_uid', '=', muted).executeTakeFirst()
      return row !== undefined
    },
  }
}
