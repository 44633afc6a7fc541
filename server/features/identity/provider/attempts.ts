import { createHmac } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { rateLimited, type RateLimit } from '#server/platform/rate-limit/rate-limit.ts'
import { attemptsStore } from './attempts.store.ts'

type Limit = { limit: number; windowMs: number }

export type Limits = {
  /** Passwords tried on one account from devices that it was never signed in on, and from each that it was. */
  guess: Limit
  /** Mails to one address. */
  mail: Limit
  /** Requests for mails from one network address. */
  ask: Limit
  /** Codes and passwords handed in from one network address. */
  hand: Limit
  /** Exports of one person. */
  export: Limit
}

const MINUTE_MS = 60_000
export const defaultLimits: Limits = {
  guess: { limit: 10, windowMs: 15 * MINUTE_MS },
  mail: { limit: 5, windowMs: 15 * MINUTE_MS },
  ask: { limit: 20, windowMs: 10 * MINUTE_MS },
  hand: { limit: 60, windowMs: 10 * MINUTE_MS },
  export: { limit: 5, windowMs: 60 * MINUTE_MS },
}

const PRUNE_EVERY_MS = MINUTE_MS
/** Rejections are cached in this process, so that a flood of them costs no writes; briefly, since another process may have reset the count. */
const MAX_CACHED = 10_000
const CACHED_MS = 10_000

export type Attempts = ReturnType<typeof createAttempts>

/**
 * Rate limits for what can be guessed or abused, counted in the database: the durable variant of `createRateLimit`, with a
 * window for each key. Only our own facts choose the key, never a header of the client.
 */
export function createAttempts({ db, clock, key, limits }: { db: Db; clock: Clock; key: Buffer; limits: Limits }) {
  const store = attemptsStore(db)
  const rejected = new Map<string, { atMs: number; state: RateLimit }>()
  let prunedAtMs = 0

  const keyOf = (kind: keyof Limits, whom: string) => createHmac('sha256', key).update(`${kind} ${whom}`).digest('base64url')

  return {
    /** Counts an attempt. @throws AppError 'rate_limited' with `retryAfterSeconds` among its facts */
    async assert(kind: keyof Limits, whom: string): Promise<void> {
      const now = clock.now()
      const nowMs = now.getTime()
      const name = keyOf(kind, whom)
      const last = rejected.get(name)
      if (last && nowMs < last.state.resetAt && nowMs - last.atMs < CACHED_MS) throw rateLimited(last.state, nowMs, { kind })
      rejected.delete(name)
      if (nowMs - prunedAtMs >= PRUNE_EVERY_MS) {
        prunedAtMs = nowMs
        await store.prune(now)
      }
      const { limit, windowMs } = limits[kind]
      const { count, resetAt } = await store.count(name, now, new Date(nowMs + windowMs))
      if (count <= limit) return
      const state: RateLimit = { isAllowed: false, limit, remaining: 0, resetAt: resetAt.getTime() }
      if (rejected.size >= MAX_CACHED) rejected.clear()
      rejected.set(name, { atMs: nowMs, state })
      throw rateLimited(state, nowMs, { kind })
    },

    /** Clears the count after a successful sign-in. */
    async reset(kind: keyof Limits, whom: string): Promise<void> {
      rejected.delete(keyOf(kind, whom))
      await store.reset(keyOf(kind, whom))
    },
  }
}
