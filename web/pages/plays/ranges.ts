import { daysIn, isDate, periodAround, plusDays, type CalendarKind, type DateRange } from '#contract/taste/periods.ts'

// Ranges of days as dates such as 2026-11-16, and how the page moves between them.

export type Range = DateRange
export type Preset = CalendarKind

/** The local day of the browser. */
export const today = (now = new Date()): string => new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

/** The week from Monday, the calendar month, or the year that contains a day. */
export function rangeAround(date: string, preset: Preset): Range {
  const { from, to } = periodAround(date, preset)
  return { from, to }
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
  const days = daysIn(range)
  return { from: plusDays(range.from, by * days), to: plusDays(range.to, by * days) }
}

/** Whether these are two days in order. */
export const isRange = ({ from, to }: Range): boolean => isDate(from) && isDate(to) && from <= to

/** The address of a range: both days as an interval of ISO 8601. */
export const pathOf = ({ from, to }: Range): string => `/plays/${from}--${to}`

export function rangeOfPath(text: string): Range {
  const [from = '', to = ''] = text.split('--')
  return { from, to }
}
