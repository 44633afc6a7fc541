import { sql } from 'kysely'
import { type Uid, uid as uidSchema } from '#contract/base/ids.ts'
import { type Presence, presenceFrames } from '#contract/chat/presence.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import { createTaskTracker } from '#server/platform/concurrency/task-tracker.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { LocalHub } from '#server/platform/socket/socket-hub.ts'
import type { Connections } from './connections.service.ts'
import type { Privacy } from './privacy.service.ts'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { catchUpAfterReconnect } from '#server/platform/bus/catch-up.ts'

/** How often "last seen" of online users is saved. */
const SAVE_INTERVAL_MS = 5 * 60_000

/** A user came online, went offline, or changed their privacy. */
type Change = { uid: Uid; hasLeft: boolean }

export type PresenceDeps = {
  db: Db
  clock: Clock
  hub: Pick<LocalHub, 'onUserPresence' | 'onUserVisibility' | 'send'>
  bus: Pick<Bus, 'announce' | 'onAnnouncement' | 'onReconnected' | 'isUp'>
  privacy: Pick<Privacy, 'getMany' | 'onChange'>
  connections: Pick<Connections, 'relations' | 'buddiesOfMany'>
  log: Log
}

export type PresenceService = ReturnType<typeof createPresence>

/** Who is online, for buddies only: it would let strangers follow a user's day. A user who turns it off neither shows nor sees it. */
export function createPresence({ db, clock, hub, bus, privacy, connections, log }: PresenceDeps) {
  const store = createPresenceStore(db)
  const tasks = createTaskTracker()
  // After a restart all clients reconnect at once.
  const announce = createBatcher<Change, true>({
    keyOf: ({ uid }) => uid,
    merge: (a, b) => ({ ...a, hasLeft: a.hasLeft || b.hasLeft }),
    run: announceAll,
  })
  const nowMs = () => clock.now().getTime()
  const online = createOnline({
    topic: 'presence',
    onUser: hub.onUserPresence,
    graceMs: GRACE_MS,
    bus,
    log,
    nowMs,
    changed: (uid, isOnline) => background(announce({ uid, hasLeft: !isOnline })),
  })
  const visible = createOnline({
    topic: 'presence.visible',
    onUser: hub.onUserVisibility,
    graceMs: 0,
    bus,
    log,
    nowMs,
    changed: () => undefined,
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
    const settings = await privacy.getMany(watched.flatMap(({ uid, watchers }) => [uid, ...watchers]))
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
    async get(viewer: Uid, uids: readonly Uid[]): Promise<Presence[]> {
      const [relations, settings] = await Promise.all([connections.relations(viewer, uids), privacy.getMany([viewer, ...uids])])
      if (!settings.get(viewer)?.presence) return []
      return stateOf([...new Set(uids)].filter((uid) => relations.get(uid) === 'connected' && settings.get(uid)?.presence))
    },
    setLastSeen: (uids: readonly Uid[]): Promise<void> => store.setLastSeen(uids, clock.now()),
    /** Whether the user has a socket open on any server. For rules only: it ignores privacy. */
    isOnline: online.isOnline,
    /** Whether the user looks at the app on any device: a page is visible. For rules only, like `isOnline`, and without a grace period. */
    hasVisiblePage: visible.isOnline,
    /** Saves the "last seen" of online users and notifies the other servers. */
    async stop(): Promise<void> {
      clearInterval(saving)
      online.stop()
      visible.stop()
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

// Tracks which users have a socket open in any server process, or a visible page. Each process announces its users' joins and leaves, and
// regularly their number. A process that counted differently requests the full list. So lost announcements, new processes,
// and crashed ones are corrected without a database query.

const HEARTBEAT_MS = 15_000
/** A process without announcements for this long is treated as stopped. */
const PROCESS_TIMEOUT_MS = 50_000
/** Users in one announcement, which must fit into the bus. */
const CHUNK_SIZE = 150
/** A user who returns within this time never left. It covers a reload and the client's reconnect delay with jitter. */
export const GRACE_MS = 10_000
/** Time for announcements of other processes to arrive before a user counts as offline. */
const SETTLE_MS = 1_000

const announcement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('joined'), node: z.string(), uid: uidSchema }),
  z.object({ kind: z.literal('left'), node: z.string(), uid: uidSchema }),
  z.object({ kind: z.literal('heartbeat'), node: z.string(), count: z.int() }),
  z.object({ kind: z.literal('list-requested'), node: z.string(), of: z.string() }),
  z.object({ kind: z.literal('listed'), node: z.string(), uids: z.array(uidSchema), isFirst: z.boolean() }),
  z.object({ kind: z.literal('ended'), node: z.string() }),
])
type Announcement = z.output<typeof announcement>

export type OnlineDeps = {
  /** The topic of its announcements on the bus. */
  topic: string
  /** Calls `listener` when a user joins in this process, and when they leave. */
  onUser: (listener: (uid: Uid, isHere: boolean) => void) => void
  /** A user who returns within this time never left. */
  graceMs: number
  bus: Pick<Bus, 'announce' | 'onAnnouncement' | 'onReconnected' | 'isUp'>
  nowMs: () => number
  /** A user came online or went offline. Called in one process, rarely in two. */
  changed: (uid: Uid, isOnline: boolean) => void
  log: Log
}

export function createOnline({ topic, onUser, graceMs, bus, nowMs, changed, log }: OnlineDeps) {
  const self = randomUUID()
  const here = new Set<Uid>()
  const leaving = new Map<Uid, NodeJS.Timeout>()
  const others = new Map<string, { people: Set<Uid>; lastSeenAtMs: number }>()

  const isOnline = (uid: Uid): boolean => here.has(uid) || isElsewhere(uid)
  function isElsewhere(uid: Uid): boolean {
    for (const { people } of others.values()) if (people.has(uid)) return true
    return false
  }
  const announce = (entry: Announcement): void => bus.announce(topic, JSON.stringify(entry))

  onUser((uid, isHere) => {
    clearTimeout(leaving.get(uid))
    leaving.delete(uid)
    if (isHere) join(uid)
    else
      leaving.set(
        uid,
        startTimer(() => leave(uid), graceMs),
      )
  })

  function join(uid: Uid): void {
    if (here.has(uid)) return
    const isNew = !isOnline(uid)
    here.add(uid)
    announce({ kind: 'joined', node: self, uid })
    if (isNew) changed(uid, true)
  }

  function leave(uid: Uid): void {
    leaving.delete(uid)
    here.delete(uid)
    announce({ kind: 'left', node: self, uid })
    startTimer(() => !isOnline(uid) && changed(uid, false), SETTLE_MS)
  }

  bus.onAnnouncement(topic, (payload) => {
    const message = announcement.parse(JSON.parse(payload))
    if (message.node === self) return
    if (message.kind === 'ended') return drop(message.node)
    const existing = others.get(message.node)
    const node = existing ?? { people: new Set<Uid>(), lastSeenAtMs: 0 }
    node.lastSeenAtMs = nowMs()
    others.set(message.node, node)
    if (message.kind === 'joined') node.people.add(message.uid)
    if (message.kind === 'left') node.people.delete(message.uid)
    if (message.kind === 'listed') node.people = new Set([...(message.isFirst ? [] : node.people), ...message.uids])
    if (message.kind === 'list-requested' && message.of === self) announceAll()
    if (message.kind === 'heartbeat' && message.count !== node.people.size)
      announce({ kind: 'list-requested', node: self, of: message.node })
  })

  // After equal numbers of joins and leaves the counts agree, and no process would request the list.
  catchUpAfterReconnect({ bus, log, what: topic, run: async () => announceAll() })

  function announceAll(): void {
    const uids = [...here]
    for (let index = 0; index === 0 || index < uids.length; index += CHUNK_SIZE)
      announce({ kind: 'listed', node: self, uids: uids.slice(index, index + CHUNK_SIZE), isFirst: index === 0 })
  }

  /** A process is gone. Its users get the grace period to reconnect elsewhere; one remaining process reports the others. */
  function drop(id: string): void {
    const node = others.get(id)
    others.delete(id)
    if (node)
      startTimer(() => isFirstProcess() && [...node.people].filter((uid) => !isOnline(uid)).forEach((uid) => changed(uid, false)), graceMs)
  }

  const isFirstProcess = (): boolean => [...others.keys()].every((id) => self < id)

  const heartbeat = setInterval(() => {
    announce({ kind: 'heartbeat', node: self, count: here.size })
    // While the bus is down, silence does not mean that a process is gone.
    if (!bus.isUp()) return
    for (const [id, node] of others) if (nowMs() - node.lastSeenAtMs > PROCESS_TIMEOUT_MS) drop(id)
  }, HEARTBEAT_MS)
  heartbeat.unref()
  announce({ kind: 'heartbeat', node: self, count: 0 })

  return {
    /** Whether the user has joined in any process, or left within the grace period. */
    isOnline,
    /** The users in this process. */
    here: (): Uid[] => [...here],
    /** Announces the end of this process. */
    stop(): void {
      clearInterval(heartbeat)
      for (const timer of leaving.values()) clearTimeout(timer)
      announce({ kind: 'ended', node: self })
    },
  }
}

function startTimer(run: () => void, ms: number): NodeJS.Timeout {
  const timer = setTimeout(run, ms)
  timer.unref()
  return timer
}
