import type { Uid } from '#contract/base/ids.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import { createListeners, type Listeners } from './listeners.ts'

type Member = { held: Map<Uid, number>; listeners: Listeners }

/** Joins the buses of several servers that live in one process (tests). */
export type MemoryExchange = Set<Member>

export const createMemoryExchange = (): MemoryExchange => new Set()

/**
 * The bus of an installation with a single server process: there is nobody else to deliver to, and announcements stay here.
 * Servers that share an `exchange` reach each other as over Redis, always in a later turn of the event loop.
 */
export function createMemoryBus({ log, exchange: shared }: { log: Log; exchange?: MemoryExchange }): Bus {
  const exchange = shared ?? createMemoryExchange()
  const self: Member = { held: new Map(), listeners: createListeners(log) }
  exchange.add(self)
  return {
    hold: (uid, sockets) => void (sockets > 0 ? self.held.set(uid, sockets) : self.held.delete(uid)),
    heldElsewhere: async (uid) => [...exchange].reduce((sum, member) => sum + (member === self ? 0 : (member.held.get(uid) ?? 0)), 0),
    deliver: (uids, payload) => {
      for (const member of exchange) {
        if (member === self) continue
        const theirs = uids.filter((uid) => member.held.has(uid))
        if (theirs.length) setImmediate(() => member.listeners.delivered(theirs, payload))
      }
    },
    onDelivery: self.listeners.onDelivery,
    announce: (topic, payload) => {
      for (const member of exchange) setImmediate(() => member.listeners.announced(topic, payload))
    },
    announceElsewhere: (topic, payload) => {
      for (const member of exchange) if (member !== self) setImmediate(() => member.listeners.announced(topic, payload))
    },
    onAnnouncement: self.listeners.onAnnouncement,
    isShared: shared !== undefined,
    isUp: () => true,
    onRejoined: () => undefined, // nobody here is ever cut off
    close: async () => void exchange.delete(self),
  }
}
