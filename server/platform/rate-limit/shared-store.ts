import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'

/** Increments a counter that all processes share. Null while the others can't be reached. */
export type IncrementSharedCounter = (key: string, windowMs: number) => Promise<{ count: number; resetInMs: number } | null>

/** Counts requests over all processes, or locally while the others can't be reached: a limit must not become an outage. */
export function createSharedRateLimitStore(countTogether: IncrementSharedCounter): FastifyRateLimitStoreCtor {
  let local = new Map<string, number>()
  let windowEndsAtMs = 0

  function countLocally(key: string, windowMs: number): { current: number; ttl: number } {
    const nowMs = Date.now()
    if (nowMs >= windowEndsAtMs) {
      local = new Map()
      windowEndsAtMs = nowMs + windowMs
    }
    const current = (local.get(key) ?? 0) + 1
    local.set(key, current)
    return { current, ttl: windowEndsAtMs - nowMs }
  }

  return class SharedLimitStore implements FastifyRateLimitStore {
    incr(...[key, report, windowMs]: Parameters<FastifyRateLimitStore['incr']>): void {
      const own = countLocally(key, windowMs)
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
