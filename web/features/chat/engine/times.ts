import { dayOf } from './rows.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A short relative time: "now", "2m", "3h", "Tue", "3 Mar", "3 Mar 2025". Times in the future count as now. */
export function shortAgo(iso: string, locale: string, nowMs: number): string {
  const atMs = Date.parse(iso)
  const past = nowMs - atMs
  if (past < MINUTE_MS) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' }).format(0, 'second')
  if (past < HOUR_MS) return unitText(locale, 'minute', past / MINUTE_MS)
  if (past < DAY_MS) return unitText(locale, 'hour', past / HOUR_MS)
  if (past < 6 * DAY_MS) return dateText(atMs, locale, { weekday: 'short' })
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear()
  return dateText(atMs, locale, { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) })
}

function unitText(locale: string, unit: string, value: number): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits: 0 }).format(Math.floor(value))
}

/** The label of a day: "Today", "Yesterday", "Tuesday", "3 March 2026". */
export function dayText(atMs: number, locale: string, nowMs: number): string {
  const daysAgo = calendarDays(nowMs) - calendarDays(atMs)
  if (daysAgo < 2 && daysAgo > -1)
    return capitalized(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-daysAgo, 'day'), locale)
  if (daysAgo > 0 && daysAgo < 7) return dateText(atMs, locale, { weekday: 'long' })
  return dateText(atMs, locale, { dateStyle: 'long' })
}

export function timeOfDay(atMs: number, locale: string): string {
  return dateText(atMs, locale, { timeStyle: 'short' })
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Keeps the formatters: making one takes a millisecond, and every message has a time. */
function dateText(atMs: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  dateFormats.set(key, format)
  return format.format(atMs)
}

/** Days in the local calendar; counting hours would be wrong when the clocks change. */
function calendarDays(atMs: number): number {
  return Math.round(Date.parse(`${dayOf(atMs)}T00:00:00Z`) / DAY_MS)
}

function capitalized(text: string, locale: string): string {
  return text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1)
}
