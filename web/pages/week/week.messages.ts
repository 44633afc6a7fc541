import type { I18n } from '@lingui/core'
import { shortName } from '#web/ui/text/short-name.ts'
import type { Period, PeriodKind } from '#contract/taste/periods.ts'
import type { PlayUnit } from '#contract/taste/plays.ts'
import type { BroughtItem, CloserBuddy, RecapActivity, RecapItem, RecapSession } from '#contract/taste/recaps.ts'
import { playsText } from './amounts.messages.ts'

/** "16 – 22 November 2026", "November 2026", or "2026". */
export function periodName(locale: string, { kind, from, to }: Period): string {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  if (kind === 'year') return format({ year: 'numeric' }).format(new Date(from))
  if (kind === 'month') return format({ month: 'long', year: 'numeric' }).format(new Date(from))
  return format({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(new Date(from), new Date(to))
}

/** The same where there is little room: "16 – 22 Nov". */
export function shortPeriodName(locale: string, period: Period): string {
  if (period.kind === 'month' || period.kind === 'year') return periodName(locale, period)
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return format.formatRange(new Date(period.from), new Date(period.to))
}

export function recapTitle(i18n: I18n, kind: PeriodKind): string {
  switch (kind) {
    case 'week':
      return i18n._({ id: 'week.title', message: 'Your week' })
    case 'month':
      return i18n._({ id: 'week.title.month', message: 'Your month' })
    case 'year':
      return i18n._({ id: 'week.title.year', message: 'Your year' })
    case 'range':
      return i18n._({ id: 'week.title.range', message: 'Your recap' })
  }
}

export function quietTitle(i18n: I18n, kind: PeriodKind): string {
  switch (kind) {
    case 'week':
      return i18n._({ id: 'week.quiet', message: 'A quiet week' })
    case 'month':
      return i18n._({ id: 'week.quiet.month', message: 'A quiet month' })
    case 'year':
      return i18n._({ id: 'week.quiet.year', message: 'A quiet year' })
    case 'range':
      return i18n._({ id: 'week.quiet.range', message: 'A quiet time' })
  }
}

export function olderText(i18n: I18n, kind: PeriodKind): string {
  switch (kind) {
    case 'week':
      return i18n._({ id: 'week.older', message: 'The week before' })
    case 'month':
      return i18n._({ id: 'week.older.month', message: 'The month before' })
    case 'year':
      return i18n._({ id: 'week.older.year', message: 'The year before' })
    case 'range':
      return i18n._({ id: 'week.older.range', message: 'The days before' })
  }
}

export function newerText(i18n: I18n, kind: PeriodKind): string {
  switch (kind) {
    case 'week':
      return i18n._({ id: 'week.newer', message: 'The week after' })
    case 'month':
      return i18n._({ id: 'week.newer.month', message: 'The month after' })
    case 'year':
      return i18n._({ id: 'week.newer.year', message: 'The year after' })
    case 'range':
      return i18n._({ id: 'week.newer.range', message: 'The days after' })
  }
}

/** A short label under a bar: "M", "16", "N", or "2026". */
export function partLabel(locale: string, unit: PlayUnit, date: string, count: number): string {
  const options: Record<PlayUnit, Intl.DateTimeFormatOptions> = {
    day: count <= 7 ? { weekday: 'narrow' } : { day: 'numeric' },
    week: { day: 'numeric', month: 'numeric' },
    month: { month: 'narrow' },
    year: { year: 'numeric' },
  }
  return new Intl.DateTimeFormat(locale, { ...options[unit], timeZone: 'UTC' }).format(new Date(date))
}

/** The plays against the period before, such as "+5"; empty if none is compared. */
export function changeText(i18n: I18n, { plays, before, is_new: isNew }: RecapItem): string {
  if (isNew) return i18n._({ id: 'week.new', message: 'new' })
  if (before === null) return ''
  if (plays === before) return i18n._({ id: 'week.same', message: 'same' })
  return new Intl.NumberFormat(i18n.locale, { signDisplay: 'always' }).format(plays - before)
}

/** "The week before: 122 plays", or null without plays in it. */
export function comparedText(i18n: I18n, kind: PeriodKind, before: number): string | null {
  if (before === 0) return null
  return i18n._({
    id: 'week.compared',
    message: '{period}: {plays}',
    values: { period: olderText(i18n, kind), plays: playsText(i18n, before) },
  })
}

export const closerTitle = (i18n: I18n, closer: readonly CloserBuddy[]): string =>
  closer.every(({ before, now }) => now > before)
    ? i18n._({ id: 'week.closer', message: 'Closer to you' })
    : i18n._({ id: 'week.moved', message: 'Matches that changed' })

/** The line about the buddy with the largest change. */
export function nearestText(i18n: I18n, { person, before, now }: CloserBuddy): string {
  const values = { name: shortName(person) }
  return now > before
    ? i18n._({ id: 'week.nearest.closer', message: 'You and {name} moved closer', values })
    : i18n._({ id: 'week.nearest.apart', message: 'You and {name} moved apart', values })
}

export const closerText = (i18n: I18n, kind: PeriodKind): string =>
  kind === 'week'
    ? i18n._({ id: 'week.closer.since', message: 'Compared with the Sunday before' })
    : i18n._({ id: 'week.closer.over', message: 'From the first to the last Sunday' })

/** "4 saved · 1 shared · 7 discovered", without what is 0. */
export function activityText(i18n: I18n, { saved, shared, discovered }: RecapActivity): string {
  return [
    saved > 0 && i18n._({ id: 'week.activity.saved', message: '{count, plural, one {# saved} other {# saved}}', values: { count: saved } }),
    shared > 0 &&
      i18n._({ id: 'week.activity.shared', message: '{count, plural, one {# shared} other {# shared}}', values: { count: shared } }),
    discovered > 0 &&
      i18n._({
        id: 'week.activity.discovered',
        message: '{count, plural, one {# discovered} other {# discovered}}',
        values: { count: discovered },
      }),
  ]
    .filter((text) => text !== false)
    .join(' · ')
}

/** "3 tracks and videos on Nov 18". */
export const sessionText = (i18n: I18n, { items, at }: Pick<RecapSession, 'items' | 'at'>): string =>
  i18n._({
    id: 'week.together.items',
    message: '{count, plural, one {One track or video on {date}} other {# tracks and videos on {date}}}',
    values: { count: items, date: new Intl.DateTimeFormat(i18n.locale, { day: 'numeric', month: 'short' }).format(new Date(at)) },
  })

/** The evidence: how and when a buddy brought an item. */
export function broughtByText(i18n: I18n, { by: { name }, how, at }: BroughtItem): string {
  const values = { name, date: new Intl.DateTimeFormat(i18n.locale, { day: 'numeric', month: 'short' }).format(new Date(at)) }
  switch (how) {
    case 'sent':
      return i18n._({ id: 'week.brought.sent', message: '{name} sent it on {date}', values })
    case 'posted':
      return i18n._({ id: 'week.brought.posted', message: '{name} posted it on {date}', values })
    case 'blended':
      return i18n._({ id: 'week.brought.blended', message: '{name} brought it to your blend on {date}', values })
    case 'together':
      return i18n._({ id: 'week.brought.together', message: 'You played it with {name} on {date}', values })
  }
}

/** The place that shows it. */
export function broughtPath({ how, where }: Pick<BroughtItem, 'how' | 'where'>): string {
  if (how === 'posted') return `/moments?post=${where}`
  return how === 'blended' ? `/blend/${where}` : `/chat/${where}`
}
