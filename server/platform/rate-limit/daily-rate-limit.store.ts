import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { dateOfDay, localDays, startOfDay } from '../local-day.ts'
import type { RateLimit } from './rate-limit.ts'

export type DailyRateLimitOptions = {
  db: Db
  clock: Clock
  /** Identifies the limit; processes with the same name count together. */
  name: string
  limit: number
  /** The provider's day begins at midnight in this time zone. */
  timeZone: string
}

export type DailyRateLimit = {
  /** Takes `units`, unless fewer than `reserved` would remain for other callers; then it takes nothing. */
  consume(units: number, reserved?: number): Promise<RateLimit>
  /** Units used today. */
  countUsed(): Promise<number>
}

const MINUTE_MS = 60_000
const RETENTION_DAYS = 30

/** Removes counts that are older than a month. */
export async function removeOldDailyRateLimits(db: Db, clock: Clock): Promise<void> {
  await sql`delete from quota_days where day < ${clock.now()}::timestamptz::date - ${RETENTION_DAYS}::integer`.execute(db)
}

/** A provider's daily quota, counted in the database so that restarts and other processes can't exceed it. */
export function createDailyRateLimit({ db, clock, name, limit, timeZone }: DailyRateLimitOptions): DailyRateLimit {
  const dayAt = localDays(timeZone)
  const day = () => dayAt(clock.now().getTime())
  const today = () => dateOfDay(day())

  /** The next midnight in that time zone, at least a minute from now. Some days have 23 or 25 hours. */
  const resetAt = (): number => Math.max(clock.now().getTime() + MINUTE_MS, startOfDay(day() + 1, timeZone) * MINUTE_MS)

  async function countUsed(): Promise<number> {
    const { rows } = await sql<{ units: number }>`select units from quota_days where name = ${name} and day = ${today()}::date`.execute(db)
    return rows[0]?.units ?? 0
  }

  /** The total of used units afterwards; null when there were not enough. */
  async function take(units: number, max: number): Promise<number | null> {
    if (units > max) return null
    const { rows } = await sql<{ units: number }>`
      insert into quota_days (name, day, units) values (${name}, ${today()}::date, ${units}::integer)
      on conflict (name, day) do update set units = quota_days.units + excluded.units
      where quota_days.units + excluded.units <= ${max}::integer
      returning units
    `.execute(db)
    return rows[0]?.units ?? null
  }

  return {
    async consume(units, reserved = 0) {
      const taken = await take(units, limit - reserved)
      return { isAllowed: taken !== null, limit, remaining: limit - (taken ?? (await countUsed())), resetAt: resetAt() }
    },
    countUsed,
  }
}
