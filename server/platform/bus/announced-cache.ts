import type { Clock } from '../clock.ts'
import type { Bus } from './bus.ts'

/** How long a change may go unnoticed if the server that made it ended before the announcement. */
const CACHED_MS = 30_000
/** While the bus is down no announcement arrives. */
const CACHED_WITHOUT_BUS_MS = 1_000

export type CacheDeps = { bus: Pick<Bus, 'announceToOthers' | 'onAnnouncement' | 'onReconnected' | 'isUp'>; clock: Clock }

type AnnouncedCacheOptions = CacheDeps & {
  /** Must be different for each cache. */
  topic: string
  /** With more entries the oldest is dropped. */
  max: number
  /** The keys that an evicted name stands for; by default the name itself. */
  keysOf?: (name: string) => readonly string[]
  /** Called on every server. */
  onEvicted?: (name: string) => void
}

/**
 * Caches what was read from the database for half a minute. `evict` drops an entry on every server.
 * Add an entry under the `generation` that was current before the read: what was read before an eviction is not cached.
 */
export function createAnnouncedCache<V>({ bus, clock, topic, max, keysOf = (name) => [name], onEvicted }: AnnouncedCacheOptions) {
  const entries = new Map<string, { value: V; addedAtMs: number }>()
  let generation = 0

  function evictHere(name: string): void {
    generation++
    for (const key of keysOf(name)) entries.delete(key)
    onEvicted?.(name)
  }

  bus.onAnnouncement(topic, evictHere)
  // Entries from before an outage would count as fresh again after it.
  bus.onReconnected(() => {
    generation++
    entries.clear()
  })

  return {
    get(key: string): V | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      const ageMs = clock.now().getTime() - entry.addedAtMs
      // A negative age means that the clock was set back.
      return ageMs >= 0 && ageMs < (bus.isUp() ? CACHED_MS : CACHED_WITHOUT_BUS_MS) ? entry.value : undefined
    },

    generation: (): number => generation,

    add(key: string, value: V, readIn: number): void {
      if (readIn !== generation) return
      entries.delete(key)
      const oldest = entries.size >= max ? entries.keys().next().value : undefined
      if (oldest !== undefined) entries.delete(oldest)
      entries.set(key, { value, addedAtMs: clock.now().getTime() })
    },

    /** Call it after the commit of a change. */
    evict(name: string): void {
      evictHere(name)
      bus.announceToOthers(topic, name)
    },

    /** Drops all matching entries of this server. */
    evictMatching(matches: (key: string, value: V) => boolean): void {
      generation++
      for (const [key, { value }] of entries) if (matches(key, value)) entries.delete(key)
    },
  }
}
