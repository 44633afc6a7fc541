// Ranges of days as dates such as 2026-11-16, and how the page moves between them.

export type Range = { from: string; to: string }
export type Preset = 'week' | 'month' | 'year'

const DAY_MS = 86_400_000
const utc = (date: string): Date => new Date(`${date}T00:00:00Z`)
const dateOf = (time: Date): string => time.toISOString().slice(0, 10)
const plusDays = (date: string, days: number): string => dateOf(new Date(utc(date).getTime() + days * DAY_MS))

/** The local day of the browser. */
export const today = (now = new Date()): string => dateOf(new Date(now.getTime() - now.getTimezoneOffset() * 60_000))

/** The week from Monday, the calendar month, or the year that contains a day. */
export function rangeAround(date: string, preset: Preset): Range {
  const time = utc(date)
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()]
  if (preset === 'week') {
    const monday = plusDays(date, -((time.getUTCDay() + 6) % 7))
    return { from: monday, to: plusDays(monday, 6) }
  }
  if (preset === 'month') return { from: dateOf(new Date(Date.UTC(year, month, 1))), to: dateOf(new Date(Date.UTC(year, month + 1, 0))) }
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}

/** The preset that this range is, or null for another one. */
export function presetOf({ from, to }: Range): Preset | null {
  const presets = ['week', 'month', 'year'] as const
  return (
    presets.find((preset) => {
      const range = rangeAround(from, preset)
      return range.from === from && range.to === to
    }) ?? null
  )
}

/** The range before or after: of the same preset, otherwise of the same length. */
export function moved(range: Range, by: -1 | 1): Range {
  const preset = presetOf(range)
  if (preset) return rangeAround(plusDays(by < 0 ? range.from : range.to, by), preset)
  const days = Math.round((utc(range.to).getTime() - utc(range.from).getTime()) / DAY_MS) + 1
  return { from: plusDays(range.from, by * days), to: plusDays(range.to, by * days) }
}

/** Whether these are two days in order. */
export const isRange = ({ from, to }: Range): boolean =>
  [from, to].every((date) => /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(utc(date).getTime())) && from <= to

/** The address of a range: both days as an interval of ISO 8601. */
export const pathOf = ({ from, to }: Range): string => `/plays/${from}--${to}`

export function rangeOfPath(text: string): Range {
  const [from = '', to = ''] = text.split('--')
  return { from, to }
}
