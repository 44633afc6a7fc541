import type { Uid } from '#contract/base/ids.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import { createListeners, type Listeners } from './listeners.ts'

type Member = { socketCounts: Map<Uid, number>; listeners: Listeners }

/** Connects the buses of several servers in one process (tests). */
export type MemoryExchange = Set<Member>

export const createMemoryExchange = (): MemoryExchange => new Set()

/**
 * The bus of a single server process: announcements stay local, and there are no other processes.
 * Servers that share an `exchange` reach each other as over Redis, always in a later turn of the event loop.
 */
export function createMemoryBus({ log, exchange: shared }: { log: Log; exchange?: MemoryExchange }): Bus {
  const exchange = shared ?? createMemoryExchange()
  const self: Member = { socketCounts: new Map(), listeners: createListeners(log) }
  exchange.add(self)
  return {
    setSocketCount: (uid, sockets) => void (sockets > 0 ? self.socketCounts.set(uid, sockets) : self.socketCounts.delete(uid)),
    countSocketsElsewhere: async (uid) =>
      [...exchange].reduce((sum, member) => sum + (member === self ? 0 : (member.socketCounts.get(uid) ?? 0)), 0),
    deliver: (uids, payload) => {
      for (const member of exchange) {
        if (member === self) continue
        const theirs = uids.filter((uid) => member.socketCounts.has(uid))
        if (theirs.length) setImmediate(() => member.listeners.emitDelivery(theirs, payload))
      }
    },
    onDelivery: self.listeners.onDelivery,
    announce: (topic, payload) => {
      for (const member of exchange) setImmediate(() => member.listeners.emitAnnouncement(topic, payload))
    },
    announceToOthers: (topic, payload) => {
      for (const member of exchange) if (member !== self) setImmediate(() => member.listeners.emitAnnouncement(topic, payload))
    },
    onAnnouncement: self.listeners.onAnnouncement,
    isShared: shared !== undefined,
    isUp: () => true,
    onReconnected: () => undefined, // an in-process bus never disconnects
    close: async () => void exchange.delete(self),
  }
}
