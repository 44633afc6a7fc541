import { localDays, mondayOf, timeOnDay } from '#server/platform/local-day.ts'

const MIX_MINUTE = 6 * 60

/** The next Monday at 6 AM in a time zone, after `now`. */
export function nextMixAt(now: Date, timeZone: string): Date {
  const monday = mondayOf(localDays(timeZone)(now.getTime()))
  const time = timeOnDay(monday, MIX_MINUTE, timeZone)
  return time > now ? time : timeOnDay(monday + 7, MIX_MINUTE, timeZone)
}
