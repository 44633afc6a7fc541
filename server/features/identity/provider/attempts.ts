import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { rateLimited, type RateLimit } from '#server/platform/rate-limit/rate-limit.ts'

type Limit = { limit: number; windowMs: number }

export type AttemptLimits = {
  /** Passwords tried on one account: one count for all unknown devices, and one for each known device. */
  password: Limit
  emailToAddress: Limit
  /** Emails requested from one network. */
  emailFromNetwork: Limit
  /** Codes presented from one network. */
  code: Limit
  /** Exports of one user. */
  export: Limit
}

const MINUTE_MS = 60_000
export const defaultAttemptLimits: AttemptLimits = {
  password: { limit: 10, windowMs: 15 * MINUTE_MS },
  emailToAddress: { limit: 5, windowMs: 15 * MINUTE_MS },
  emailFromNetwork: { limit: 20, windowMs: 10 * MINUTE_MS },
  code: { limit: 60, windowMs: 10 * MINUTE_MS },
  export: { limit: 5, windowMs: 60 * MINUTE_MS },
}

const PRUNE_EVERY_MS = MINUTE_MS
/** Rejections are cached in this process, so that a flood of them costs no writes; briefly, since another process may have reset the count. */
const MAX_CACHED = 10_000
const CACHED_MS = 10_000

export type Attempts = ReturnType<typeof createAttempts>

/**
 * Rate limits for guessing and abuse, counted in the database: the durable variant of `createRateLimit`, with a window for
 * each key. Keys come from data that the server knows, never from a client's header.
 */
export function createAttempts({ db, clock, key, limits }: { db: Db; clock: Clock; key: Buffer; limits: AttemptLimits }) {
  const store = attemptsStore(db)
  const rejected = new Map<string, { atMs: number; state: RateLimit }>()
  let prunedAtMs = 0

  const keyOf = (kind: keyof AttemptLimits, target: string) => createHmac('sha256', key).update(`${kind} ${target}`).digest('base64url')

  return {
    /** Counts an attempt. @throws AppError 'rate_limited' with `retryAfterSeconds` in its context */
    async assert(kind: keyof AttemptLimits, target: string): Promise<void> {
      const now = clock.now()
      const nowMs = now.getTime()
      const name = keyOf(kind, target)
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
    async reset(kind: keyof AttemptLimits, target: string): Promise<void> {
      rejected.delete(keyOf(kind, target))
      await store.reset(keyOf(kind, target))
    },
  }
}

type AttemptTables = { identity_attempts: { key: string; count: number; window_ends: Date } }

function attemptsStore(db: Db) {
  const tables = db.withTables<AttemptTables>()
  return {
    /** Counts one attempt and returns the count of its window. One statement, so concurrent attempts are all counted. */
    async count(key: string, now: Date, resetAt: Date): Promise<{ count: number; resetAt: Date }> {
      const isOver = sql<boolean>`identity_attempts.window_ends <= ${now}`
      const row = await tables
        .insertInto('identity_attempts')
        .values({ key, count: 1, window_ends: resetAt })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`case when ${isOver} then 1 else identity_attempts.count + 1 end`,
            window_ends: sql<Date>`case when ${isOver} then excluded.window_ends else identity_attempts.window_ends end`,
          }),
        )
        .returning(['count', 'window_ends'])
        .executeTakeFirstOrThrow()
      return { count: row.count, resetAt: row.window_ends }
    },

    async reset(key: string): Promise<void> {
      await tables.deleteFrom('identity_attempts').where('key', '=', key).execute()
    },

    async prune(now: Date): Promise<void> {
      await tables.deleteFrom('identity_attempts').where('window_ends', '<=', now).execute()
    },
  }
}
