import { createHmac } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { attemptsStore } from './attempts.store.ts'

/** So many within so long. */
export type Limit = { max: number; windowMs: number }

/** What is counted, each by its own measure. */
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
  guess: { max: 10, windowMs: 15 * MINUTE_MS },
  mail: { max: 5, windowMs: 15 * MINUTE_MS },
  ask: { max: 20, windowMs: 10 * MINUTE_MS },
  hand: { max: 60, windowMs: 10 * MINUTE_MS },
  export: { max: 5, windowMs: 60 * MINUTE_MS },
}

const PRUNE_EVERY_MS = MINUTE_MS
/** Refusals remembered in this process, so that a flood of them costs no writes; briefly, since another may have forgiven them. */
const MAX_REMEMBERED = 10_000
const REMEMBER_MS = 10_000

export type Attempts = ReturnType<typeof createAttempts>

/**
 * Counts what can be guessed or abused, in the database, so that several servers count together.
 * Whom to count is decided here from facts of our own; nothing a client writes into a header chooses the counter.
 */
export function createAttempts({ db, clock, key, limits }: { db: Db; clock: Clock; key: Buffer; limits: Limits }) {
  const store = attemptsStore(db)
  const refused = new Map<string, { atMs: number; untilMs: number }>()
  let prunedAtMs = 0

  const keyOf = (kind: keyof Limits, whom: string) => createHmac('sha256', key).update(`${kind} ${whom}`).digest('base64url')

  function refuse(kind: keyof Limits, untilMs: number, nowMs: number): never {
    throw new AppError('rate_limited', { kind, retryAfterSeconds: Math.ceil((untilMs - nowMs) / 1000) })
  }

  return {
    /** @throws AppError 'rate_limited' with `retryAfterSeconds` among its facts when there were too many in this window */
    async count(kind: keyof Limits, whom: string): Promise<void> {
      const now = clock.now()
      const nowMs = now.getTime()
      const name = keyOf(kind, whom)
      const last = refused.get(name)
      if (last && nowMs < last.untilMs && nowMs - last.atMs < REMEMBER_MS) refuse(kind, last.untilMs, nowMs)
      refused.delete(name)
      if (nowMs - prunedAtMs >= PRUNE_EVERY_MS) {
        prunedAtMs = nowMs
        await store.prune(now)
      }
      const { max, windowMs } = limits[kind]
      const { count, windowEnds } = await store.count(name, now, new Date(nowMs + windowMs))
      if (count <= max) return
      if (refused.size >= MAX_REMEMBERED) refused.clear()
      refused.set(name, { atMs: nowMs, untilMs: windowEnds.getTime() })
      refuse(kind, windowEnds.getTime(), nowMs)
    },

    /** Forgets the count, because somebody proved to be welcome. */
    async forget(kind: keyof Limits, whom: string): Promise<void> {
      refused.delete(keyOf(kind, whom))
      await store.forget(keyOf(kind, whom))
    },
  }
}
