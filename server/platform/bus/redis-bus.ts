import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Uid } from '#contract/base/ids.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import { createListeners } from './listeners.ts'
import type { Delivery, WireDelivery } from './redis-deliver.ts'
import { createRedisConnections, type RedisConnections, type RedisClient } from './redis-connections.ts'

const HEARTBEAT_MS = 20_000
/** With more deliveries waiting than this, Redis is too slow; the rest is dropped, and clients find it in the database. */
const MAX_WAITING = 20_000

const deliveryShape = z.array(z.tuple([z.array(z.string()), z.string(), z.number()])) satisfies z.ZodMiniType<WireDelivery[]>
/** Announced by a process that was disconnected: its messages from that time are lost. */
const RECONNECTED_TOPIC = 'bus.rejoined'
const announcementShape = z.object({ from: z.string(), topic: z.string(), payload: z.string() })

export type RedisBusOptions = {
  url: string
  log: Log
  /** The prefix of all keys and channels, for installations that share one Redis. */
  prefix?: string
  /** Called with the seconds that a delivery from another process took to arrive. */
  onDelivered?: (seconds: number) => void
}

/**
 * The bus over Redis: one channel per server process, and in Redis the socket counts per user and process.
 * Deliveries of one turn of the event loop share a pipeline. While Redis is down they are dropped. Never throws.
 */
export async function openRedisBus({ url, log, prefix = 'wavelength:', onDelivered }: RedisBusOptions): Promise<Bus> {
  const processId = randomUUID()
  const sockets = new Map<Uid, number>()
  const listeners = createListeners(log)
  const names = redisNames(prefix)
  const redis = createRedisConnections({
    url,
    log,
    onConnected,
    channels: {
      [names.nodeChannel(processId)]: logErrors(receiveDeliveries, log),
      [names.allProcesses]: logErrors(receiveAnnouncement, log),
    },
  })
  const registry = createSocketRegistry({ commands: redis.commands, node: processId, names })
  const queue = createSendQueue({ redis, registry, sockets, log })
  let hasStarted = false

  function onConnected(since: Date): void {
    queue.registerAll()
    // A process that just starts has missed nothing: it loads everything after this.
    if (!hasStarted) return
    listeners.emitReconnected(since)
    announceToOthers(RECONNECTED_TOPIC, since.toISOString())
  }

  function receiveDeliveries(text: string): void {
    for (const [uids, payload, atMs] of deliveryShape.parse(JSON.parse(text))) {
      const ours = uids.filter((uid) => sockets.has(uid))
      if (ours.length) listeners.emitDelivery(ours, payload)
      onDelivered?.((Date.now() - atMs) / 1_000)
    }
  }

  function receiveAnnouncement(text: string): void {
    const { from, topic, payload } = announcementShape.parse(JSON.parse(text))
    if (from !== processId) listeners.emitAnnouncement(topic, payload)
  }

  function announceToOthers(topic: string, payload: string): void {
    if (!redis.isUp()) return
    registry.announce(JSON.stringify({ from: processId, topic, payload } satisfies z.infer<typeof announcementShape>))
  }

  listeners.onAnnouncement(RECONNECTED_TOPIC, (since) => listeners.emitReconnected(new Date(since)))
  await redis.start()
  hasStarted = true
  const heartbeat = setInterval(queue.registerAll, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    incrementSharedCounter: (key, windowMs) => incrementCounter(redis, `${prefix}count:${key}`, windowMs, log),
    setSocketCount: (uid, count) => {
      if (count > 0) sockets.set(uid, count)
      else sockets.delete(uid)
      queue.register(uid)
    },
    countSocketsElsewhere: async (uid) => {
      // Counts of this turn must reach Redis first, for processes that read them at the same moment.
      await queue.flushed()
      if (!redis.isUp()) return 0
      return registry.countSocketsElsewhere(uid).catch((error: unknown) => {
        log.debug({ err: error }, 'Redis failed while counting sockets')
        return 0
      })
    },
    deliver: queue.deliver,
    onDelivery: listeners.onDelivery,
    announce: (topic, payload) => {
      setImmediate(() => listeners.emitAnnouncement(topic, payload))
      announceToOthers(topic, payload)
    },
    announceToOthers,
    onAnnouncement: listeners.onAnnouncement,
    isShared: true,
    isUp: redis.isUp,
    onReconnected: listeners.onReconnected,
    close: async () => {
      clearInterval(heartbeat)
      await queue.flushed()
      if (redis.isUp()) await registry.removeProcess(sockets.keys())
      await redis.close()
    },
  }
}

type SendQueueOptions = { redis: RedisConnections; registry: SocketRegistry; sockets: ReadonlyMap<Uid, number>; log: Log }

/** Collects socket counts and deliveries, and sends those of one turn of the event loop together. */
function createSendQueue({ redis, registry, sockets, log }: SendQueueOptions) {
  let changed = new Set<Uid>()
  let waiting: Delivery[] = []
  let flushing: Promise<void> | null = null

  function flushSoon(): void {
    flushing ??= flushAll().finally(() => (flushing = null))
  }

  /** Continues while more was added in the meantime. After a failure, the next call or the heartbeat retries. */
  async function flushAll(): Promise<void> {
    do {
      await new Promise<void>((resolve) => setImmediate(resolve))
    } while ((await flush()) && (changed.size || waiting.length))
  }

  async function flush(): Promise<boolean> {
    const counts = changed
    const deliveries = waiting
    waiting = []
    if (!redis.isUp()) return false
    changed = new Set()
    try {
      await registry.updateAndDeliver(counts, sockets, deliveries)
      return true
    } catch (error) {
      // The deliveries are lost, as documented; the socket counts are retried.
      counts.forEach((uid) => changed.add(uid))
      log.debug({ err: error, dropped: deliveries.length }, 'Redis failed during delivery')
      return false
    }
  }

  return {
    deliver(uids: readonly Uid[], payload: string): void {
      if (!redis.isUp() || waiting.length >= MAX_WAITING) return
      waiting.push({ uids, payload, atMs: Date.now() })
      flushSoon()
    },
    register(uid: Uid): void {
      changed.add(uid)
      flushSoon()
    },
    /** Redis may have restarted empty, and entries expire: registers all sockets of this process again. */
    registerAll(): void {
      changed = new Set([...changed, ...sockets.keys()])
      flushSoon()
    },
    flushed: async (): Promise<void> => void (await flushing),
  }
}

/** A malformed message comes from another version or product. It must not stop this process. */
function logErrors(receive: (text: string) => void, log: Log): (text: string) => void {
  return (text) => {
    try {
      receive(text)
    } catch (error) {
      log.warn({ err: error }, 'could not read a message from the bus')
    }
  }
}

async function incrementCounter({ commands, isUp }: RedisConnections, key: string, windowMs: number, log: Log) {
  if (!isUp()) return null
  try {
    // The window begins with the first increment; a key without expiry would count for ever.
    const create = commands.multi().set(key, 0, { condition: 'NX', expiration: { type: 'PX', value: windowMs } })
    const [, count, leftMs] = await create.incr(key).pTTL(key).exec()
    return { count: Number(count), resetInMs: Math.max(0, Number(leftMs)) }
  } catch (error) {
    log.debug({ err: error }, 'Redis failed while counting')
    return null
  }
}

/** Longer than two heartbeats, so that one late heartbeat loses no entry. */
const HOLD_SECONDS = 60

type RedisNames = {
  /** The number of sockets of `uid` per process. */
  socketCounts(uid: Uid): string
  nodeChannel(node: string): string
  allProcesses: string
}

const redisNames = (prefix: string): RedisNames => ({
  socketCounts: (uid) => `${prefix}held:${uid}`,
  nodeChannel: (node) => `${prefix}node:${node}`,
  allProcesses: `${prefix}everybody`,
})

/** The sockets of each user per process, stored in Redis, and messages to these processes. */
type SocketRegistry = {
  /** Stores the socket count of each of `changed`, and sends the deliveries to the other processes with sockets of their users. */
  updateAndDeliver(changed: Iterable<Uid>, socketCounts: ReadonlyMap<Uid, number>, deliveries: readonly Delivery[]): Promise<void>
  announce(text: string): void
  /** Counts the sockets of `uid` on the other processes that are still subscribed. */
  countSocketsElsewhere(uid: Uid): Promise<number>
  removeProcess(uids: Iterable<Uid>): Promise<void>
}

function createSocketRegistry({ commands, node, names }: { commands: RedisClient; node: string; names: RedisNames }): SocketRegistry {
  /** A crashed process stays listed as long as another process has sockets of the same user. */
  async function isAlive(target: string): Promise<boolean> {
    const channel = names.nodeChannel(target)
    return ((await commands.pubSubNumSub([channel]))[channel] ?? 0) > 0
  }

  return {
    updateAndDeliver: async (changed, socketCounts, deliveries) => {
      const updates = [...changed].map(async (uid) => {
        const key = names.socketCounts(uid)
        const sockets = socketCounts.get(uid)
        if (sockets) await Promise.all([commands.hSet(key, node, sockets), commands.expire(key, HOLD_SECONDS)])
        else await commands.hDel(key, node)
      })
      const prefixes = { processId: node, socketCounts: names.socketCounts(''), channels: names.nodeChannel('') }
      // Started in one turn, so the client sends all commands in one pipeline.
      await Promise.all([...updates, deliveries.length > 0 && commands.deliver({ deliveries, ...prefixes })])
    },
    announce: (text) => {
      commands.publish(names.allProcesses, text).catch(() => undefined) // best effort
    },
    countSocketsElsewhere: async (uid) => {
      const counts = Object.entries(await commands.hGetAll(names.socketCounts(uid))).filter(([other]) => other !== node)
      const living = await Promise.all(counts.map(async ([other, count]) => ((await isAlive(other)) ? Number(count) : 0)))
      return living.reduce((sum, count) => sum + count, 0)
    },
    removeProcess: async (uids) => {
      await Promise.allSettled([...uids].map((uid) => commands.hDel(names.socketCounts(uid), node)))
    },
  }
}
