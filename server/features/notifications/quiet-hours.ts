import type { NotificationSettings } from '#contract/notifications.ts'
import { localDays, startOfDay, type Day } from '#server/platform/local-day.ts'

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

const MORNING = 8 * 60
const MINUTE_MS = 60_000

/** The time of the next digest: 8:00 in this time zone, for a weekly one on Monday, when the recap of the week is ready. */
export function nextDigest(now: Date, digest: 'daily' | 'weekly', timeZone: string): Date {
  const today = localDays(timeZone)(now.getTime())
  for (let day = today; ; day++) {
    const at = morningOf(day, timeZone)
    if (at > now && (digest === 'daily' || weekdayOf(at, timeZone) === 1)) return at
  }
}

/** On a day on which the clocks change, eight hours after its start are not 8:00. */
function morningOf(day: Day, timeZone: string): Date {
  const about = startOfDay(day, timeZone) + MORNING
  return new Date((about + MORNING - minuteOfDay(new Date(about * MINUTE_MS), timeZone)) * MINUTE_MS)
}
