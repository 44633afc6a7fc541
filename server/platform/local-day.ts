import { AppError } from '#contract/errors.ts'

/** A calendar day as days since 1970-01-01. */
export type Day = number

export const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const QUARTER_MINUTES = 15
export const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    // Intl throws for unknown time zones.
    return false
  }
}

/** @throws AppError 'invalid_input' for an unknown time zone; `context` is only logged */
export function assertTimeZone(name: string, context: Record<string, unknown>): void {
  if (!isTimeZone(name)) throw new AppError('invalid_input', context, [{ field: 'time_zone', message: 'This time zone is unknown.' }])
}

/** Offsets of time zones that were used; names are accepted in any case, so their number is limited. */
const zones = new Map<string, (minute: number) => number>()
const MAX_ZONES = 1_000

/**
 * Returns a function that converts minutes since 1970 in UTC to local minutes of a time zone. It caches the offset of each week,
 * because a call of Intl for each time is a thousand times slower. In a week whose offset changes, it caches each quarter of an hour.
 */
export function localMinutes(timeZone: string): (minute: number) => number {
  if (timeZone === 'UTC') return (minute) => minute
  const cached = zones.get(timeZone)
  if (cached) return cached
  const offsetAt = offsetsOf(timeZone)
  const weeks = new Map<number, number | null>()
  const quarters = new Map<number, number>()
  // Most callers go through sorted times, so the week is mostly the same as of the time before.
  let lastWeek = Number.NaN
  let lastOffset = 0
  const toLocalMinute = (minute: number): number => {
    const week = Math.floor(minute / WEEK_MINUTES)
    if (week === lastWeek) return minute + lastOffset
    let offset = weeks.get(week)
    if (offset === undefined) {
      const first = offsetAt(week * WEEK_MINUTES)
      offset = first === offsetAt((week + 1) * WEEK_MINUTES) ? first : null
      weeks.set(week, offset)
    }
    if (offset !== null) {
      lastWeek = week
      lastOffset = offset
      return minute + offset
    }
    const quarter = Math.floor(minute / QUARTER_MINUTES)
    const exact = quarters.get(quarter) ?? offsetAt(quarter * QUARTER_MINUTES)
    quarters.set(quarter, exact)
    return minute + exact
  }
  if (zones.size >= MAX_ZONES) zones.clear()
  zones.set(timeZone, toLocalMinute)
  return toLocalMinute
}

function offsetsOf(timeZone: string): (minute: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  return (time) => {
    const [month = 1, day = 1, year = 1970, hour = 0, minute = 0] = Array.from(format.format(time * MINUTE_MS).matchAll(/\d+/g), Number)
    return Date.UTC(year, month - 1, day, hour, minute) / MINUTE_MS - time
  }
}

/** Returns a function from milliseconds since 1970 to the day in a time zone. */
export function localDays(timeZone: string): (at: number) => Day {
  const local = localMinutes(timeZone)
  return (time) => Math.floor(local(Math.floor(time / MINUTE_MS)) / DAY_MINUTES)
}

/** Minutes since midnight in a time zone. */
export const minuteOfDay = (time: Date, timeZone: string): number =>
  localMinutes(timeZone)(Math.floor(time.getTime() / MINUTE_MS)) % DAY_MINUTES

/** The Monday of this day's week. 1970-01-01 was a Thursday. */
export const mondayOf = (day: Day): Day => day - ((day + 3) % 7)

/** When clocks show `minute` of a day. On a day on which they change, that is not `minute` after the start of the day. */
export function timeOnDay(day: Day, minute: number, timeZone: string): Date {
  const about = startOfDay(day, timeZone) + minute
  return new Date((about + day * DAY_MINUTES + minute - localMinutes(timeZone)(about)) * MINUTE_MS)
}

/** The first minute since 1970 of a day in a time zone. */
export function startOfDay(day: Day, timeZone: string): number {
  const local = localMinutes(timeZone)
  // Clocks are at most 14 hours ahead of UTC and 12 behind.
  let before = day * DAY_MINUTES - 15 * 60
  let after = day * DAY_MINUTES + 13 * 60
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (local(middle) < day * DAY_MINUTES) before = middle
    else after = middle
  }
  return after
}

export const dateOfDay = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
export const dayOfDate = (date: string): Day => Math.floor(Date.parse(date) / DAY_MS)
