import type { NotificationSettings } from '#contract/notifications.ts'

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    // Intl throws for unknown time zones.
    return false
  }
}

/** Minutes since midnight in this time zone. */
export function minuteOfDay(now: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' }).formatToParts(now)
  const valueOf = (type: 'hour' | 'minute') => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return valueOf('hour') * 60 + valueOf('minute')
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
/** From 1 (Monday) to 7 in this time zone. */
const weekdayOf = (now: Date, timeZone: string): number =>
  weekdays.indexOf(new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }).format(now)) + 1

/**
 * Whether it is a quiet hour. A period such as 22:00 to 7:00 crosses midnight and belongs to the day on which it begins; equal
 * ends mean no quiet hours.
 */
export function isQuiet({ quiet, time_zone: zone }: Pick<NotificationSettings, 'quiet' | 'time_zone'>, now: Date): boolean {
  if (!quiet || quiet.from === quiet.until) return false
  const minute = minuteOfDay(now, zone)
  const day = weekdayOf(now, zone)
  const begins = (on: number) => quiet.days?.includes(on) ?? true
  if (quiet.from < quiet.until) return minute >= quiet.from && minute < quiet.until && begins(day)
  return (minute >= quiet.from && begins(day)) || (minute < quiet.until && begins(day === 1 ? 7 : day - 1))
}

const DAY_MS = 24 * 3_600_000
const MORNING = 8 * 60

/** The next 8:00 in this time zone, at least `afterMs` from now. */
export function nextMorning(now: Date, timeZone: string, afterMs: number): Date {
  const from = new Date(now.getTime() + afterMs)
  const wait = (MORNING - minuteOfDay(from, timeZone) + 24 * 60) % (24 * 60)
  return new Date(Math.floor(from.getTime() / 60_000) * 60_000 + wait * 60_000)
}

/** The time of the next digest: the next morning, or the morning in a week. */
export function nextDigest(now: Date, digest: 'daily' | 'weekly', timeZone: string): Date {
  return nextMorning(now, timeZone, digest === 'daily' ? 0 : 6 * DAY_MS)
}
