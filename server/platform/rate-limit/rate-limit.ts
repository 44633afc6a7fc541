import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'

/** The state of a rate limit after a request. Every limiter of the server returns it. */
export type RateLimit = {
  isAllowed: boolean
  /** Requests per window, or the burst. */
  limit: number
  remaining: number
  /** When more requests are allowed, in milliseconds since 1970. */
  resetAt: number
}

export type RateLimitOptions = {
  clock: Clock
  limit: number
  windowMs: number
  /**
   * Counts together with the other server processes, under a name that is the same on all of them. Their requests count here a
   * moment later; while the bus is down, each process counts separately.
   */
  shared?: { bus: Pick<Bus, 'announce' | 'onAnnouncement'>; name: string } | undefined
}

/** The error of a rejected request; `context` is only logged. */
export const rateLimited = ({ resetAt }: RateLimit, nowMs: number, context: Record<string, unknown>): AppError =>
  new AppError('rate_limited', { ...context, retryAfterSeconds: Math.ceil((resetAt - nowMs) / 1_000) })

const announcement = z.object({ key: z.string(), windowNo: z.number(), by: z.string() })

/**
 * Limits requests per key in fixed windows, counted in memory.
 * @example const limit = createRateLimit({ clock, limit: 30, windowMs: 600_000 }); limit.assert(uid)
 */
export function createRateLimit({ clock, limit, windowMs, shared }: RateLimitOptions) {
  const self = crypto.randomUUID()
  let counts = new Map<string, number>()
  /** Windows are fixed parts of the day, the same on every server. */
  let current = 0

  function windowNow(): number {
    const windowNo = Math.floor(clock.now().getTime() / windowMs)
    // All keys share one window, so no cleanup is needed and nothing grows.
    if (windowNo !== current) counts = new Map()
    current = windowNo
    return windowNo
  }

  const topic = `rate-limit:${shared?.name ?? ''}`
  shared?.bus.onAnnouncement(topic, (payload) => {
    const { key, windowNo, by } = announcement.parse(JSON.parse(payload))
    if (by !== self && windowNo === windowNow()) counts.set(key, (counts.get(key) ?? 0) + 1)
  })

  function consume(key: string): RateLimit {
    const windowNo = windowNow()
    const used = counts.get(key) ?? 0
    const resetAt = (windowNo + 1) * windowMs
    if (used >= limit) return { isAllowed: false, limit, remaining: 0, resetAt }
    counts.set(key, used + 1)
    shared?.bus.announce(topic, JSON.stringify({ key, windowNo, by: self } satisfies z.infer<typeof announcement>))
    return { isAllowed: true, limit, remaining: limit - used - 1, resetAt }
  }

  return {
    consume,
    /** Counts a request. @throws AppError 'rate_limited', which is sent with `Retry-After` */
    assert(key: string): void {
      const state = consume(key)
      if (!state.isAllowed) throw rateLimited(state, clock.now().getTime(), { who: key })
    },
  }
}
