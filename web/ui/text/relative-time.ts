const MINUTE_MS = 60_000
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 24 * 60 * MINUTE_MS],
  ['month', 30 * 24 * 60 * MINUTE_MS],
  ['week', 7 * 24 * 60 * MINUTE_MS],
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
]

/**
 * "4 min. ago", "yesterday", "now", in that language. A future time (clock skew) counts as now. Only days are named by the calendar:
 * "last month" would be wrong for a day of this month.
 */
export function relativeTime(iso: string, locale: string, now: number): string {
  const past = Math.max(0, now - Date.parse(iso))
  const step = steps.find(([, ms]) => past >= ms)
  const format = (count: number, unit: Intl.RelativeTimeFormatUnit, numeric: 'auto' | 'always') =>
    new Intl.RelativeTimeFormat(locale, { numeric, style: 'short' }).format(-count, unit)
  if (!step) return format(0, 'second', 'auto')
  if (step[0] === 'day') return format(calendarDay(now) - calendarDay(Date.parse(iso)), 'day', 'auto')
  return format(Math.floor(past / step[1]), step[0], 'always')
}

/** The number of a day in the local calendar. */
function calendarDay(ms: number): number {
  const at = new Date(ms)
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / (24 * 60 * MINUTE_MS)
}

/** "3 March 2026", in the format of that language. */
export function longDate(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(iso))
}
