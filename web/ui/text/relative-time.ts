const MINUTE_MS = 60_000
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 24 * 60 * MINUTE_MS],
  ['month', 30 * 24 * 60 * MINUTE_MS],
  ['week', 7 * 24 * 60 * MINUTE_MS],
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
]

/** "4 min. ago", "yesterday", "now", in that language. A future time (clock skew) counts as now. */
export function relativeTime(iso: string, locale: string, now: number = Date.now()): string {
  const past = Math.max(0, now - Date.parse(iso))
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const step = steps.find(([, ms]) => past >= ms)
  return step ? format.format(-Math.floor(past / step[1]), step[0]) : format.format(0, 'second')
}

/** "3 March 2026", in the format of that language. */
export function longDate(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(iso))
}
