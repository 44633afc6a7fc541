import type { NotificationSettings } from '#contract/notifications.ts'
import { localDays, minuteOfDay, mondayOf, timeOnDay, type Day } from '#server/platform/local-day.ts'

/** From 1 (Monday) to 7. */
const weekdayOf = (day: Day): number => day - mondayOf(day) + 1

/**
 * Whether it is a quiet hour. A period such as 22:00 to 7:00 crosses midnight and belongs to the day on which it begins; equal
 * ends mean no quiet hours.
 */
export function isQuiet({ quiet, time_zone: zone }: Pick<NotificationSettings, 'quiet' | 'time_zone'>, now: Date): boolean {
  if (!quiet || quiet.from === quiet.until) return false
  const minute = minuteOfDay(now, zone)
  const day = weekdayOf(localDays(zone)(now.getTime()))
  const begins = (on: number) => quiet.days?.includes(on) ?? true
  if (quiet.from < quiet.until) return minute >= quiet.from && minute < quiet.until && begins(day)
  return (minute >= quiet.from && begins(day)) || (minute < quiet.until && begins(day === 1 ? 7 : day - 1))
}

const MORNING = 8 * 60

/** The time of the next digest: 8:00 in this time zone, for a weekly one on Monday, when the recap of the week is ready. */
export function nextDigest(now: Date, digest: 'daily' | 'weekly', timeZone: string): Date {
  const today = localDays(timeZone)(now.getTime())
  for (let day = today; ; day++) {
    const time = timeOnDay(day, MORNING, timeZone)
    if (time > now && (digest === 'daily' || weekdayOf(day) === 1)) return time
  }
}
