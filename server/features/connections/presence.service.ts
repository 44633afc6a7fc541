import type { Uid } from '#contract/ids.ts'
import { type Presence, presenceFrames } from '#contract/presence.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { LocalHub } from '../../platform/socket/socket-hub.ts'
import type { Connections } from './connections.service.ts'
import { createOnline } from './presence.online.ts'
import { createPresenceStore } from './presence.store.ts'
import type { Privacy } from './privacy.service.ts'

/** How often "last seen" of those who are here is written down, so that a crash loses little of it. */
const NOTE_EVERY_MS = 5 * 60_000

export type PresenceDeps = {
  db: Db
  clock: Clock
  hub: Pick<LocalHub, 'onPerson' | 'send'>
  bus: Pick<Bus, 'announce' | 'onAnnouncement' | 'isUp'>
  privacy: Pick<Privacy, 'ofMany' | 'onChange'>
  connections: Pick<Connections, 'relations' | 'buddiesOf'>
  log: Log
}

export type PresenceService = ReturnType<typeof createPresence>

/**
 * Who is here, for their buddies: strangers could follow somebody's day by it, and people with a block between them learn
 * nothing of each other. Whoever switches it off neither shows it nor sees it.
 */
export function createPresence({ db, clock, hub, bus, privacy, connections, log }: PresenceDeps) {
  const store = createPresenceStore(db)
  const running = new Set<Promise<void>>()
  const online = createOnline({
    hub,
    bus,
    nowMs: () => clock.now().getTime(),
    changed: (uid, isOnline) => background(isOnline ? announce(uid) : leave(uid)),
  })

  privacy.onChange((uid, change) => {
    if (change.presence !== undefined) background(announce(uid))
  })

  const noting = setInterval(() => background(store.seen(online.here(), clock.now())), NOTE_EVERY_MS)
  noting.unref()

  function background(work: Promise<void>): void {
    const done = work.catch((error: unknown) => log.error({ err: error }, 'presence could not be told')).finally(() => running.delete(done))
    running.add(done)
  }

  async function leave(uid: Uid): Promise<void> {
    await store.seen([uid], clock.now())
    await announce(uid)
  }

  /** Tells those who may know and are here themselves. */
  async function announce(uid: Uid): Promise<void> {
    const buddies = (await connections.buddiesOf(uid)).filter(online.isOnline)
    if (buddies.length === 0) return
    const settings = await privacy.ofMany([uid, ...buddies])
    const watchers = buddies.filter((buddy) => settings.get(buddy)?.presence)
    const shown = settings.get(uid)?.presence ? await stateOf([uid]) : [{ uid, online: false, last_seen: null }]
    for (const state of shown) hub.send(watchers, presenceFrames.presence_changed, state)
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
      await Promise.all(running)
    },
    /** Resolves once everything that is under way was told. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
