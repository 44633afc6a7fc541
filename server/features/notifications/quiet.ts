import type { NotificationSettings } from '#contract/notifications.ts'

/** Whether that is a time zone this server knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    // The one way Intl has of saying no.
    return false
  }
}

/** Minutes since midnight at that moment, on a clock in that zone. */
export function minuteOfDay(now: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' }).formatToParts(now)
  const figure = (type: 'hour' | 'minute') => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return figure('hour') * 60 + figure('minute')
}

/** Whether the person wants no sound now. From 22:00 until 7:00 goes over midnight; equal ends are no time at all. */
export function isQuiet({ quiet, time_zone: zone }: Pick<NotificationSettings, 'quiet' | 'time_zone'>, now: Date): boolean {
  if (!quiet || quiet.from === quiet.until) return false
  const minute = minuteOfDay(now, zone)
  return quiet.from < quiet.until ? minute >= quiet.from && minute < quiet.until : minute >= quiet.from || minute < quiet.until
}

const DAY_MS = 24 * 3_600_000
const MORNING = 8 * 60

/** The next morning of theirs, at least `afterMs` away and by day no further. */
export function nextMorning(now: Date, timeZone: string, afterMs: number): Date {
  const from = new Date(now.getTime() + afterMs)
  const wait = (MORNING - minuteOfDay(from, timeZone) + 24 * 60) % (24 * 60)
  return new Date(Math.floor(from.getTime() / 60_000) * 60_000 + wait * 60_000)
}

/** When the digest after `now` goes: the next morning, or the morning a week after. */
export function nextDigest(now: Date, digest: 'daily' | 'weekly', timeZone: string): Date {
  return nextMorning(now, timeZone, digest === 'daily' ? 0 : 6 * DAY_MS)
}
