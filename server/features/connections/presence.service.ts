import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { type Presence, presenceFrames } from '#contract/chat/presence.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import { createTaskTracker } from '#server/platform/concurrency/task-tracker.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { LocalHub } from '#server/platform/socket/socket-hub.ts'
import type { Connections } from './connections.service.ts'
import { createOnline } from './presence.online.ts'
import type { Privacy } from './privacy.service.ts'

/** How often "last seen" of online users is saved. */
const SAVE_INTERVAL_MS = 5 * 60_000

/** A user came online, went offline, or changed their privacy. */
type Change = { uid: Uid; hasLeft: boolean }

export type PresenceDeps = {
  db: Db
  clock: Clock
  hub: Pick<LocalHub, 'onUserPresence' | 'send'>
  bus: Pick<Bus, 'announce' | 'onAnnouncement' | 'onReconnected' | 'isUp'>
  privacy: Pick<Privacy, 'ofMany' | 'onChange'>
  connections: Pick<Connections, 'relations' | 'buddiesOfMany'>
  log: Log
}

export type PresenceService = ReturnType<typeof createPresence>

/**
 * Who is online, for buddies only: it would let strangers follow a user's day. A user who turns it off neither shows nor
 * sees it.
 */
export function createPresence({ db, clock, hub, bus, privacy, connections, log }: PresenceDeps) {
  const store = createPresenceStore(db)
  const tasks = createTaskTracker()
  // After a restart all clients reconnect at once.
  const announce = createBatcher<Change, true>({
    keyOf: ({ uid }) => uid,
    merge: (one, another) => ({ ...one, hasLeft: one.hasLeft || another.hasLeft }),
    run: announceAll,
  })
  const online = createOnline({
    hub,
    bus,
    log,
    nowMs: () => clock.now().getTime(),
    changed: (uid, isOnline) => background(announce({ uid, hasLeft: !isOnline })),
  })

  privacy.onChange((uid, change) => {
    if (change.presence !== undefined) background(announce({ uid, hasLeft: false }))
  })

  const saving = setInterval(() => background(store.setLastSeen(online.here(), clock.now())), SAVE_INTERVAL_MS)
  saving.unref()

  function background(work: Promise<unknown>): void {
    void tasks.track(() => work.catch((error: unknown) => log.error({ err: error }, 'presence update failed')))
  }

  /** Notifies the online buddies who may see it. */
  async function announceAll(changes: readonly Change[]): Promise<Map<Uid, true>> {
    await store.setLastSeen(
      changes.filter(({ hasLeft }) => hasLeft).map(({ uid }) => uid),
      clock.now(),
    )
    const buddiesOf = await connections.buddiesOfMany(changes.map(({ uid }) => uid))
    const watched = [...buddiesOf].flatMap(([uid, buddies]) => {
      const watchers = buddies.filter(online.isOnline)
      return watchers.length > 0 ? [{ uid, watchers }] : []
    })
    const settings = await privacy.ofMany(watched.flatMap(({ uid, watchers }) => [uid, ...watchers]))
    const mayShow = (uid: Uid): boolean => settings.get(uid)?.presence === true
    const states = await stateOf(watched.map(({ uid }) => uid).filter(mayShow))
    const shown = new Map(states.map((state) => [state.uid, state]))
    for (const { uid, watchers } of watched) {
      const state = shown.get(uid) ?? { uid, online: false, last_seen: null }
      hub.send(watchers.filter(mayShow), presenceFrames.presence_changed, state)
    }
    return new Map(changes.map(({ uid }) => [uid, true]))
  }

  async function stateOf(uids: readonly Uid[]): Promise<Presence[]> {
    const lastSeen = await store.lastSeen(uids.filter((uid) => !online.isOnline(uid)))
    return uids.map((uid) => ({ uid, online: online.isOnline(uid), last_seen: lastSeen.get(uid)?.toISOString() ?? null }))
  }

  return {
    /** The presence of these users. Non-buddies and users who hide it are missing; all are when the viewer hides theirs. */
    async of(viewer: Uid, uids: readonly Uid[]): Promise<Presence[]> {
      const [relations, settings] = await Promise.all([connections.relations(viewer, uids), privacy.ofMany([viewer, ...uids])])
      if (!settings.get(viewer)?.presence) return []
      return stateOf([...new Set(uids)].filter((uid) => relations.get(uid) === 'connected' && settings.get(uid)?.presence))
    },
    /** Sets these users' "last seen" without a notice. */
    setLastSeen: (uids: readonly Uid[]): Promise<void> => store.setLastSeen(uids, clock.now()),
    /** Whether the user has a socket open on any server. For rules only: it ignores privacy. */
    isOnline: online.isOnline,
    /** Saves the "last seen" of online users and notifies the other servers. */
    async stop(): Promise<void> {
      clearInterval(saving)
      online.stop()
      await store.setLastSeen(online.here(), clock.now())
      await tasks.idle()
    },
    /** Resolves once pending updates are sent. */
    idle: tasks.idle,
  }
}

type PresenceTables = { presence: { uid: Uid; last_seen_at: Date } }

function createPresenceStore(plain: Db) {
  const db = plain.withTables<PresenceTables>()
  return {
    /** Sets when these users were last online. Deleted users are skipped. */
    async setLastSeen(uids: readonly Uid[], now: Date): Promise<void> {
      if (uids.length === 0) return
      await sql`
        insert into presence (uid, last_seen_at)
        select uid, ${now}::timestamptz from people where uid = any(${[...uids]}::uuid[]) order by uid for key share
        on conflict (uid) do update set last_seen_at = greatest(presence.last_seen_at, excluded.last_seen_at)`.execute(db)
    },

    /** When each user was last online. Users who never were are missing. */
    async lastSeen(uids: readonly Uid[]): Promise<Map<Uid, Date>> {
      if (uids.length === 0) return new Map()
      const rows = await db
        .selectFrom('presence')
        .selectAll()
        .where('uid', '=', sql<Uid>`any(${[...uids]}::uuid[])`)
        .execute()
      return new Map(rows.map((row) => [row.uid, row.last_seen_at]))
    },
  }
}
