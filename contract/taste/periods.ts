import * as z from 'zod/mini'
import { PERIOD_PATTERN } from '../pages.ts'

// Periods of recaps as they are written in addresses: `2026-11-16` is the week of that day, `2026-11` a month, `2026` a year, and
// `2026-11-03--2026-11-20` a range of days.

export const periodKind = z.enum(['week', 'month', 'year', 'range'])
export type PeriodKind = z.output<typeof periodKind>
export type CalendarKind = Exclude<PeriodKind, 'range'>

/** The first and the last day. */
export type DateRange = { from: string; to: string }
export type Period = DateRange & { kind: PeriodKind }

const PERIOD = new RegExp(`^(?:${PERIOD_PATTERN})$`)
export const periodText = z.string().check(z.regex(PERIOD))

const DAY_MS = 86_400_000
/** Midnight in UTC. */
export const utcMidnight = (date: string): Date => new Date(`${date}T00:00:00Z`)
const dateOf = (time: Date): string => time.toISOString().slice(0, 10)

export const plusDays = (date: string, days: number): string => dateOf(new Date(utcMidnight(date).getTime() + days * DAY_MS))
export const daysIn = ({ from, to }: DateRange): number =>
  Math.round((utcMidnight(to).getTime() - utcMidnight(from).getTime()) / DAY_MS) + 1

/** Whether this is a day that the calendar has. */
export function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? utcMidnight(text) : null
  return time !== null && !Number.isNaN(time.getTime()) && dateOf(time) === text
}

/** The week from Monday, the calendar month, or the year that contains a day. */
export function periodAround(date: string, kind: CalendarKind): Period & { kind: CalendarKind } {
  const time = utcMidnight(date)
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()]
  if (kind === 'week') {
    const monday = plusDays(date, -((time.getUTCDay() + 6) % 7))
    return { kind, from: monday, to: plusDays(monday, 6) }
  }
  if (kind === 'month') return { kind, from: `${date.slice(0, 7)}-01`, to: dateOf(new Date(Date.UTC(year, month + 1, 0))) }
  return { kind, from: `${date.slice(0, 4)}-01-01`, to: `${date.slice(0, 4)}-12-31` }
}

/** The period of an address, or null if the calendar has no such days. */
export function parsePeriod(text: string): Period | null {
  if (!PERIOD.test(text)) return null
  const [from = '', to] = text.split('--')
  if (to !== undefined) return isDate(from) && isDate(to) && from <= to ? { kind: 'range', from, to } : null
  if (from.length === 4) return periodAround(`${from}-01-01`, 'year')
  if (from.length === 7) return periodAround(`${from}-01`, 'month')
  return isDate(from) ? periodAround(from, 'week') : null
}

/** The period as it is written in an address. */
export function formatPeriod({ kind, from, to }: Period): string {
  if (kind === 'year') return from.slice(0, 4)
  if (kind === 'month') return from.slice(0, 7)
  return kind === 'week' ? from : `${from}--${to}`
}

/** The period before or after: of the same kind, or of the same length. */
export function movedPeriod({ kind, from, to }: Period, by: -1 | 1): Period {
  const next = plusDays(by < 0 ? from : to, by)
  if (kind !== 'range') return periodAround(next, kind)
  const days = daysIn({ from, to }) - 1
  return by < 0 ? { kind, from: plusDays(next, -days), to: next } : { kind, from: next, to: plusDays(next, days) }
}
