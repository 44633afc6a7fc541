import type { Uid } from '#contract/base/ids.ts'
import { type Presence, presenceFrames } from '#contract/presence.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import { createTaskTracker } from '#server/platform/concurrency/task-tracker.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { LocalHub } from '#server/platform/socket/socket-hub.ts'
import type { Connections } from './connections.service.ts'
import { createOnline } from './presence.online.ts'
import { createPresenceStore } from './presence.store.ts'
import type { Privacy } from './privacy.service.ts'

/** How often "last seen" of those who are here is written down, so that a crash loses little of it. */
const NOTE_EVERY_MS = 5 * 60_000

/** Somebody came, left, or shows something else now. */
type Change = { uid: Uid; hasLeft: boolean }

export type PresenceDeps = {
  db: Db
  clock: Clock
  hub: Pick<LocalHub, 'onPerson' | 'send'>
  bus: Pick<Bus, 'announce' | 'onAnnouncement' | 'onRejoined' | 'isUp'>
  privacy: Pick<Privacy, 'ofMany' | 'onChange'>
  connections: Pick<Connections, 'relations' | 'buddiesOfMany'>
  log: Log
}

export type PresenceService = ReturnType<typeof createPresence>

/**
 * Who is here, for their buddies: strangers could follow somebody's day by it, and people with a block between them learn
 * nothing of each other. Whoever switches it off neither shows it nor sees it.
 */
export function createPresence({ db, clock, hub, bus, privacy, connections, log }: PresenceDeps) {
  const store = createPresenceStore(db)
  const tasks = createTaskTracker()
  // After a restart everybody comes at once.
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

  const noting = setInterval(() => background(store.seen(online.here(), clock.now())), NOTE_EVERY_MS)
  noting.unref()

  function background(work: Promise<unknown>): void {
    void tasks.track(() => work.catch((error: unknown) => log.error({ err: error }, 'presence update failed')))
  }

  /** Tells those who may know and are here themselves. */
  async function announceAll(changes: readonly Change[]): Promise<Map<Uid, true>> {
    await store.seen(
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
    /** Who of these people is here. Whoever is no buddy of the viewer, or hides it, is missing; all are when the viewer hides it. */
    async of(viewer: Uid, uids: readonly Uid[]): Promise<Presence[]> {
      const [relations, settings] = await Promise.all([connections.relations(viewer, uids), privacy.ofMany([viewer, ...uids])])
      if (!settings.get(viewer)?.presence) return []
      return stateOf([...new Set(uids)].filter((uid) => relations.get(uid) === 'connected' && settings.get(uid)?.presence))
    },
    /** Notes that these people are here now, without telling anybody: they have no socket. */
    noteSeen: (uids: readonly Uid[]): Promise<void> => store.seen(uids, clock.now()),
    /** Whether that person has a socket open on any server; for rules, never for showing. */
    isOnline: online.isOnline,
    /** Ends: notes when those who are here were last seen, and tells the other servers. */
    async stop(): Promise<void> {
      clearInterval(noting)
      online.stop()
      await store.seen(online.here(), clock.now())
      await tasks.idle()
    },
    /** Resolves once every update under way was sent. */
    idle: tasks.idle,
  }
}
