import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type Uid, uid as uidSchema } from '#contract/base/ids.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { catchUpAfterReconnect } from '#server/platform/bus/catch-up.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { LocalHub } from '#server/platform/socket/socket-hub.ts'

// Tracks which users have a socket open in any server process. Each process announces its users' joins and leaves, and
// regularly their number. A process that counted differently requests the full list. So lost announcements, new processes,
// and crashed ones are corrected without a database query.

const TOPIC = 'presence'
const HEARTBEAT_MS = 15_000
/** A process without announcements for this long is gone. */
const PROCESS_TIMEOUT_MS = 50_000
/** Users in one announcement. */
const CHUNK = 500
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
  hub: Pick<LocalHub, 'onUserPresence'>
  bus: Pick<Bus, 'announce' | 'onAnnouncement' | 'onReconnected' | 'isUp'>
  nowMs: () => number
  /** A user came online or went offline. Called in one process, rarely in two. */
  changed: (uid: Uid, isOnline: boolean) => void
  log: Log
}

export function createOnline({ hub, bus, nowMs, changed, log }: OnlineDeps) {
  const self = randomUUID()
  const here = new Set<Uid>()
  const leaving = new Map<Uid, NodeJS.Timeout>()
  const others = new Map<string, { people: Set<Uid>; lastSeenAtMs: number }>()

  const isOnline = (uid: Uid): boolean => here.has(uid) || isElsewhere(uid)
  function isElsewhere(uid: Uid): boolean {
    for (const { people } of others.values()) if (people.has(uid)) return true
    return false
  }
  const announce = (it: Announcement): void => bus.announce(TOPIC, JSON.stringify(it))

  function later(run: () => void, ms: number): NodeJS.Timeout {
    const timer = setTimeout(run, ms)
    timer.unref()
    return timer
  }

  hub.onUserPresence((uid, isHere) => {
    clearTimeout(leaving.get(uid))
    leaving.delete(uid)
    if (isHere) join(uid)
    else
      leaving.set(
        uid,
        later(() => leave(uid), GRACE_MS),
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
    later(() => !isOnline(uid) && changed(uid, false), SETTLE_MS)
  }

  bus.onAnnouncement(TOPIC, (payload) => {
    const it = announcement.parse(JSON.parse(payload))
    if (it.node === self) return
    if (it.kind === 'ended') return drop(it.node)
    const known = others.get(it.node)
    const node = known ?? { people: new Set<Uid>(), lastSeenAtMs: 0 }
    node.lastSeenAtMs = nowMs()
    others.set(it.node, node)
    if (it.kind === 'joined') node.people.add(it.uid)
    if (it.kind === 'left') node.people.delete(it.uid)
    if (it.kind === 'listed') node.people = new Set([...(it.isFirst ? [] : node.people), ...it.uids])
    if (it.kind === 'list-requested' && it.of === self) announceAll()
    if (it.kind === 'heartbeat' && it.count !== node.people.size) announce({ kind: 'list-requested', node: self, of: it.node })
  })

  // After equal numbers of joins and leaves the counts agree, and no process would request the list.
  catchUpAfterReconnect({ bus, log, what: 'presence', run: async () => announceAll() })

  function announceAll(): void {
    const uids = [...here]
    for (let at = 0; at === 0 || at < uids.length; at += CHUNK)
      announce({ kind: 'listed', node: self, uids: uids.slice(at, at + CHUNK), isFirst: at === 0 })
  }

  /** A process is gone. Its users get the grace period to reconnect elsewhere; one remaining process reports the others. */
  function drop(id: string): void {
    const node = others.get(id)
    others.delete(id)
    if (node)
      later(() => isFirstProcess() && [...node.people].filter((uid) => !isOnline(uid)).forEach((uid) => changed(uid, false)), GRACE_MS)
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
    /** Whether the user has a socket open in any process, or had one within the grace period. */
    isOnline,
    /** The users with a socket in this process. */
    here: (): Uid[] => [...here],
    /** Announces the end of this process. */
    stop(): void {
      clearInterval(heartbeat)
      for (const timer of leaving.values()) clearTimeout(timer)
      announce({ kind: 'ended', node: self })
    },
  }
}
