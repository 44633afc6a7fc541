const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]

/**
 * "4 min. ago", "yesterday", "now", in that language. A future time (clock skew) counts as now. Only days are named by the calendar:
 * "last month" would be wrong for a day of this month.
 */
export function relativeTime(iso: string, locale: string, now: number): string {
  const then = Date.parse(iso)
  const [unit, ms] = steps.find(([, atLeast]) => now - then >= atLeast) ?? ['second', Infinity]
  const count = unit === 'day' ? Math.round((noonOf(now) - noonOf(then)) / DAY_MS) : Math.floor((now - then) / ms)
  const numeric = unit === 'day' || unit === 'second' ? 'auto' : 'always'
  // One line: a wrapped "2 days / ago" is hard to read.
  return new Intl.RelativeTimeFormat(locale, { numeric, style: 'short' }).format(-count, unit).replaceAll(' ', '\u00a0')
}

/** Noon of that day in local time. Days are 23 to 25 hours apart. */
const noonOf = (ms: number): number => new Date(ms).setHours(12, 0, 0, 0)

/** "3 March 2026", in the format of that language. */
export function longDate(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(iso))
}
