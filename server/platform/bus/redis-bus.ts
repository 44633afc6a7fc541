import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Uid } from '#contract/base/ids.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import { createListeners } from './listeners.ts'
import { createRedisLink } from './redis-link.ts'
import { createRedisRoutes, type Parcel, redisNames } from './redis-routes.ts'

const HEARTBEAT_MS = 20_000
/** More than this waiting means Redis can't keep up; the rest is found by reading the store. */
const MAX_WAITING = 20_000

/** For whom, what, and when it was handed over, in milliseconds. */
const parcel = z.array(z.tuple([z.array(z.string()), z.string(), z.number()]))
/** Announced by whoever was cut off: what it said meanwhile reached nobody. */
const REJOINED_TOPIC = 'bus.rejoined'
const announcement = z.object({ from: z.string(), topic: z.string(), payload: z.string() })

export type RedisBusOptions = {
  url: string
  log: Log
  /** Begins every key and channel, for installations that share one Redis. */
  prefix?: string
  /** Told how many seconds a delivery from another process took to come here. */
  onDelivered?: (seconds: number) => void
}

/**
 * The bus over Redis: one channel per server process, and in Redis which processes hold which person.
 * Deliveries of one turn of the event loop travel together. While Redis is gone they are dropped; it never throws.
 */
export async function openRedisBus({ url, log, prefix = 'wavelength:', onDelivered }: RedisBusOptions): Promise<Bus> {
  const node = randomUUID()
  const held = new Map<Uid, number>()
  const listeners = createListeners(log)
  let changed = new Set<Uid>()
  let waiting: Parcel[] = []
  let flushing: Promise<void> | null = null
  let hasBegun = false

  const names = redisNames(prefix)
  const link = createRedisLink({
    url,
    log,
    onUp: cameUp,
    channels: { [names.nodeChannel(node)]: guarded(hearParcel), [names.everybody]: guarded(hearAnnouncement) },
  })
  const routes = createRedisRoutes({ commands: link.commands, node, names })

  function cameUp(since: Date): void {
    rejoin()
    // A process that begins has missed nothing: it reads everything after this.
    if (!hasBegun) return
    listeners.rejoined(since)
    announceElsewhere(REJOINED_TOPIC, since.toISOString())
  }

  /** Redis may have come back empty, and entries run out: says again whom this process holds. */
  function rejoin(): void {
    changed = new Set([...changed, ...held.keys()])
    flushSoon()
  }

  function flushSoon(): void {
    flushing ??= flushAll().finally(() => (flushing = null))
  }

  /** Goes on while more was asked for in the meantime. After a failure the next call, or the heartbeat, tries again. */
  async function flushAll(): Promise<void> {
    do {
      await new Promise<void>((resolve) => setImmediate(resolve))
    } while ((await flush()) && (changed.size || waiting.length))
  }

  async function flush(): Promise<boolean> {
    if (!link.isUp()) {
      waiting = []
      return false
    }
    const notes = changed
    const parcels = waiting
    changed = new Set()
    waiting = []
    try {
      const owners = await routes.noteAndFind(
        notes,
        held,
        parcels.flatMap(({ uids }) => uids),
      )
      await routes.send(parcels, owners)
      return true
    } catch (error) {
      // What was being sent is lost, as promised; who is held where is noted again once Redis is back.
      notes.forEach((uid) => changed.add(uid))
      log.debug({ err: error, dropped: parcels.length }, 'Redis failed while delivering')
      return false
    }
  }

  /** A message in another shape comes from another version or another product; it must not stop this process. */
  function guarded(hear: (text: string) => void): (text: string) => void {
    return (text) => {
      try {
        hear(text)
      } catch (error) {
        log.warn({ err: error }, 'could not read a message from the bus')
      }
    }
  }

  function hearParcel(text: string): void {
    for (const [uids, payload, atMs] of parcel.parse(JSON.parse(text))) {
      const ours = uids.filter((uid) => held.has(uid))
      if (ours.length) listeners.delivered(ours, payload)
      onDelivered?.((Date.now() - atMs) / 1_000)
    }
  }

  function announceElsewhere(topic: string, payload: string): void {
    if (link.isUp()) routes.announce(JSON.stringify({ from: node, topic, payload } satisfies z.infer<typeof announcement>))
  }

  function hearAnnouncement(text: string): void {
    const { from, topic, payload } = announcement.parse(JSON.parse(text))
    if (from !== node) listeners.announced(topic, payload)
  }

  listeners.onAnnouncement(REJOINED_TOPIC, (since) => listeners.rejoined(new Date(since)))
  await link.start()
  hasBegun = true
  const heartbeat = setInterval(rejoin, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    async countTogether(key, windowMs) {
      if (!link.isUp()) return null
      try {
        const name = `${prefix}count:${key}`
        // The window begins with the first one; a key without an end would count for ever.
        const asked = link.commands.multi().set(name, 0, { condition: 'NX', expiration: { type: 'PX', value: windowMs } })
        const [, count, left] = await asked.incr(name).pTTL(name).exec()
        return { count: Number(count), resetInMs: Math.max(0, Number(left)) }
      } catch (error) {
        log.debug({ err: error }, 'Redis failed while counting')
        return null
      }
    },
    hold: (uid, sockets) => {
      if (sockets > 0) held.set(uid, sockets)
      else held.delete(uid)
      changed.add(uid)
      flushSoon()
    },
    heldElsewhere: async (uid) => {
      // What is noted in this turn counts for whoever asks at the same moment elsewhere.
      await flushing
      if (!link.isUp()) return 0
      return routes.heldElsewhere(uid).catch((error: unknown) => {
        log.debug({ err: error }, 'Redis failed while counting sockets')
        return 0
      })
    },
    deliver: (uids, payload) => {
      if (!link.isUp() || waiting.length >= MAX_WAITING) return
      waiting.push({ uids, payload, atMs: Date.now() })
      flushSoon()
    },
    onDelivery: listeners.onDelivery,
    announce: (topic, payload) => {
      setImmediate(() => listeners.announced(topic, payload))
      announceElsewhere(topic, payload)
    },
    announceElsewhere,
    onAnnouncement: listeners.onAnnouncement,
    isShared: true,
    isUp: link.isUp,
    onRejoined: listeners.onRejoined,
    close: async () => {
      clearInterval(heartbeat)
      await flushing
      if (link.isUp()) await routes.forget(held.keys())
      await link.close()
    },
  }
}
