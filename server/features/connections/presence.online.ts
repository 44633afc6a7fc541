import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type Uid, uid as uidSchema } from '#contract/base/ids.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { catchUpWhenRejoined } from '#server/platform/bus/catch-up.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { LocalHub } from '#server/platform/socket/socket-hub.ts'

// Who has a socket open, on this server process or on another. Each process tells the others who comes and goes with it,
// and now and then how many it holds; whoever counted differently asks for the whole list. So a lost announcement, a new
// process and a crashed one all settle by themselves, and no store is asked.

const TOPIC = 'presence'
const BEAT_MS = 15_000
/** A process that was not heard for so long is gone. */
const SILENT_MS = 50_000
/** People in one announcement. */
const PART = 500
/** Whoever is back within this time never left: it covers a reload and the client's reconnect delay with its jitter. */
export const GRACE_MS = 10_000
/** Time for the others' announcements to arrive before we say that somebody is gone. */
const SETTLE_MS = 1_000

const said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('came'), node: z.string(), uid: uidSchema }),
  z.object({ kind: z.literal('left'), node: z.string(), uid: uidSchema }),
  z.object({ kind: z.literal('beat'), node: z.string(), count: z.int() }),
  z.object({ kind: z.literal('asked'), node: z.string(), of: z.string() }),
  z.object({ kind: z.literal('listed'), node: z.string(), uids: z.array(uidSchema), isFirst: z.boolean() }),
  z.object({ kind: z.literal('ended'), node: z.string() }),
])
type Said = z.output<typeof said>

export type OnlineDeps = {
  hub: Pick<LocalHub, 'onPerson'>
  bus: Pick<Bus, 'announce' | 'onAnnouncement' | 'onRejoined' | 'isUp'>
  nowMs: () => number
  /** Somebody came or is gone for good; called on one process, rarely on two. */
  changed: (uid: Uid, isOnline: boolean) => void
  log: Log
}

export function createOnline({ hub, bus, nowMs, changed, log }: OnlineDeps) {
  const self = randomUUID()
  const here = new Set<Uid>()
  const leaving = new Map<Uid, NodeJS.Timeout>()
  const others = new Map<string, { people: Set<Uid>; heardAtMs: number }>()

  const isOnline = (uid: Uid): boolean => here.has(uid) || isElsewhere(uid)
  function isElsewhere(uid: Uid): boolean {
    for (const { people } of others.values()) if (people.has(uid)) return true
    return false
  }
  const say = (it: Said): void => bus.announce(TOPIC, JSON.stringify(it))

  function later(run: () => void, ms: number): NodeJS.Timeout {
    const timer = setTimeout(run, ms)
    timer.unref()
    return timer
  }

  hub.onPerson((uid, isHere) => {
    clearTimeout(leaving.get(uid))
    leaving.delete(uid)
    if (isHere) came(uid)
    else
      leaving.set(
        uid,
        later(() => left(uid), GRACE_MS),
      )
  })

  function came(uid: Uid): void {
    if (here.has(uid)) return
    const isNews = !isOnline(uid)
    here.add(uid)
    say({ kind: 'came', node: self, uid })
    if (isNews) changed(uid, true)
  }

  function left(uid: Uid): void {
    leaving.delete(uid)
    here.delete(uid)
    say({ kind: 'left', node: self, uid })
    later(() => !isOnline(uid) && changed(uid, false), SETTLE_MS)
  }

  bus.onAnnouncement(TOPIC, (payload) => {
    const it = said.parse(JSON.parse(payload))
    if (it.node === self) return
    if (it.kind === 'ended') return drop(it.node)
    const known = others.get(it.node)
    const node = known ?? { people: new Set<Uid>(), heardAtMs: 0 }
    node.heardAtMs = nowMs()
    others.set(it.node, node)
    if (it.kind === 'came') node.people.add(it.uid)
    if (it.kind === 'left') node.people.delete(it.uid)
    if (it.kind === 'listed') node.people = new Set([...(it.isFirst ? [] : node.people), ...it.uids])
    if (it.kind === 'asked' && it.of === self) list()
    if (it.kind === 'beat' && it.count !== node.people.size) say({ kind: 'asked', node: self, of: it.node })
  })

  // As many may have come as left meanwhile: then counts agree, and nobody would ask.
  catchUpWhenRejoined({ bus, log, what: 'presence', act: async () => list() })

  function list(): void {
    const uids = [...here]
    for (let at = 0; at === 0 || at < uids.length; at += PART)
      say({ kind: 'listed', node: self, uids: uids.slice(at, at + PART), isFirst: at === 0 })
  }

  /** A process is gone. Its people have the usual time to turn up elsewhere; one of those that remain tells of the others. */
  function drop(id: string): void {
    const node = others.get(id)
    others.delete(id)
    if (node) later(() => isEldest() && [...node.people].filter((uid) => !isOnline(uid)).forEach((uid) => changed(uid, false)), GRACE_MS)
  }

  const isEldest = (): boolean => [...others.keys()].every((id) => self < id)

  const beat = setInterval(() => {
    say({ kind: 'beat', node: self, count: here.size })
    // Without the bus nobody can be heard, which says nothing about them.
    if (!bus.isUp()) return
    for (const [id, node] of others) if (nowMs() - node.heardAtMs > SILENT_MS) drop(id)
  }, BEAT_MS)
  beat.unref()
  say({ kind: 'beat', node: self, count: 0 })

  return {
    /** Whether that person has a socket open anywhere, or had one a moment ago. */
    isOnline,
    /** Everybody who is here on this very process. */
    here: (): Uid[] => [...here],
    /** This process ends: the others hear it at once. */
    stop(): void {
      clearInterval(beat)
      for (const timer of leaving.values()) clearTimeout(timer)
      say({ kind: 'ended', node: self })
    },
  }
}
