import type { I18n } from '@lingui/core'
import { utcMidnight } from '#contract/taste/periods.ts'
import type { PlayUnit, RangePart } from '#contract/taste/plays.ts'
import { playsText } from '#web/pages/week/amounts.messages.ts'
import { durationText } from '#web/ui/text/duration-text.ts'
import type { Range } from './ranges.ts'

/** "16 – 22 November 2026", "November 2026", or "2026". */
export function rangeText(locale: string, { from, to }: Range, preset: 'week' | 'month' | 'year' | null = null): string {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  if (preset === 'year') return format({ year: 'numeric' }).format(utcMidnight(from))
  if (preset === 'month') return format({ month: 'long', year: 'numeric' }).format(utcMidnight(from))
  return format({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(utcMidnight(from), utcMidnight(to))
}

export const dateText = (locale: string, date: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(utcMidnight(date))

export const timeText = (locale: string, at: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))

export const monthText = (locale: string, date: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(utcMidnight(date))

/** The name of a part of a range. */
export function partText(locale: string, unit: PlayUnit, { from, to }: Range): string {
  if (unit === 'day') return dateText(locale, from)
  if (unit === 'year') return rangeText(locale, { from, to }, 'year')
  if (unit === 'month') return rangeText(locale, { from, to }, 'month')
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).formatRange(
    utcMidnight(from),
    utcMidnight(to),
  )
}

/** A short label for an axis. */
export function tickText(locale: string, unit: PlayUnit, date: string): string {
  const options: Record<PlayUnit, Intl.DateTimeFormatOptions> = {
    day: { day: 'numeric', month: 'numeric' },
    week: { day: 'numeric', month: 'numeric' },
    month: { month: 'short' },
    year: { year: 'numeric' },
  }
  return new Intl.DateTimeFormat(locale, { ...options[unit], timeZone: 'UTC' }).format(utcMidnight(date))
}

/** Weekdays from Monday. 2026-11-16 was a Monday. */
export const weekdayText = (locale: string, time: number, weekday: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 10, 16 + time)))

export const hourText = (locale: string, hour: number): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 10, 16, hour)))

export const unitText = (i18n: I18n, unit: PlayUnit): string => {
  switch (unit) {
    case 'day':
      return i18n._({ id: 'plays.by.day', message: 'By day' })
    case 'week':
      return i18n._({ id: 'plays.by.week', message: 'By week' })
    case 'month':
      return i18n._({ id: 'plays.by.month', message: 'By month' })
    case 'year':
      return i18n._({ id: 'plays.by.year', message: 'By year' })
  }
}

/** The description of the bars for screen readers: the sum and the part with the most plays. */
export function partsSummary(i18n: I18n, unit: PlayUnit, parts: readonly RangePart[]): string {
  const total = parts.reduce((sum, { music, video }) => sum + music + video, 0)
  const highest = parts.reduce<RangePart | null>(
    (best, part) => (part.music + part.video > (best ? best.music + best.video : 0) ? part : best),
    null,
  )
  const plays = playsText(i18n, total)
  if (!highest) return plays
  return i18n._({
    id: 'plays.parts.summary',
    message: '{plays}. The most: {part} with {count}.',
    values: { plays, part: partText(i18n.locale, unit, highest), count: playsText(i18n, highest.music + highest.video) },
  })
}

/** "12 plays · 41 min". The time stays on one line. */
export const countsText = (i18n: I18n, plays: number, seconds: number): string =>
  seconds < 60 ? playsText(i18n, plays) : `${playsText(i18n, plays)} · ${durationText(i18n, seconds).replaceAll(' ', '\u00a0')}`

export const firstText = (i18n: I18n, date: string): string =>
  i18n._({ id: 'plays.first', message: 'First played on {date}', values: { date: dateText(i18n.locale, date) } })
