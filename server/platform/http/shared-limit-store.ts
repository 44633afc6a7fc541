import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'

/** Counts one more under `key` for all processes. Null while the others can't be reached. */
export type CountTogether = (key: string, windowMs: number) => Promise<{ count: number; resetInMs: number } | null>

/** Counts requests over all processes, and alone while the others can't be reached: a limit must not become an outage. */
export function sharedLimitStore(countTogether: CountTogether): FastifyRateLimitStoreCtor {
  let alone = new Map<string, number>()
  let windowEndsAtMs = 0

  function countAlone(key: string, windowMs: number): { current: number; ttl: number } {
    const nowMs = Date.now()
    if (nowMs >= windowEndsAtMs) {
      alone = new Map()
      windowEndsAtMs = nowMs + windowMs
    }
    const current = (alone.get(key) ?? 0) + 1
    alone.set(key, current)
    return { current, ttl: windowEndsAtMs - nowMs }
  }

  return class SharedLimitStore implements FastifyRateLimitStore {
    incr(...[key, report, windowMs]: Parameters<FastifyRateLimitStore['incr']>): void {
      const own = countAlone(key, windowMs)
      countTogether(key, windowMs).then(
        (all) => report(null, all ? { current: all.count, ttl: all.resetInMs } : own),
        () => report(null, own),
      )
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}
