import type { I18n } from '@lingui/core'
import type { BroughtItem, RecapItem } from '#contract/taste/recaps.ts'

const SHORT = 3_600

/** "16 – 22 November". */
export function spanText(locale: string, from: string, to: string): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}

export function dayText(locale: string, date: string, weekday: 'long' | 'narrow'): string {
  return new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(new Date(date))
}

/** "11 h 24 min", or "24 min". */
export function durationText(i18n: I18n, seconds: number): string {
  const values = { hours: Math.floor(seconds / SHORT), minutes: Math.floor((seconds % SHORT) / 60) }
  return seconds < SHORT
    ? i18n._({ id: 'week.minutes', message: '{minutes, number} min', values })
    : i18n._({ id: 'week.hours', message: '{hours, number} h {minutes, number} min', values })
}

export const tracksText = (i18n: I18n, count: number): string =>
  i18n._({ id: 'week.tracks', message: '{count, plural, one {# track} other {# tracks}}', values: { count } })

export const videosText = (i18n: I18n, count: number): string =>
  i18n._({ id: 'week.videos', message: '{count, plural, one {# video} other {# videos}}', values: { count } })

export const playsText = (i18n: I18n, count: number): string =>
  i18n._({ id: 'week.plays', message: '{count, plural, one {# play} other {# plays}}', values: { count } })

/** The plays against the week before, such as "+5". */
export function changeText(i18n: I18n, { plays, before, is_new: isNew }: RecapItem): string {
  if (isNew) return i18n._({ id: 'week.new', message: 'new' })
  if (plays === before) return i18n._({ id: 'week.same', message: 'same' })
  return new Intl.NumberFormat(i18n.locale, { signDisplay: 'always' }).format(plays - before)
}

/** The week against the one before, or null without that one. */
export function comparedText(i18n: I18n, plays: number, before: number): string | null {
  if (before === 0) return null
  const count = Math.abs(plays - before)
  if (count === 0) return i18n._({ id: 'week.compared.same', message: 'As many plays as the week before.' })
  return plays > before
    ? i18n._({
        id: 'week.compared.more',
        message: '{count, plural, one {# play more than the week before.} other {# plays more than the week before.}}',
        values: { count },
      })
    : i18n._({
        id: 'week.compared.less',
        message: '{count, plural, one {# fewer play than the week before.} other {# fewer plays than the week before.}}',
        values: { count },
      })
}

export function freshText(i18n: I18n, count: number): string {
  return i18n._({
    id: 'week.fresh.title',
    message: '{count, plural, one {One you hadn’t played before} other {# you hadn’t played before}}',
    values: { count },
  })
}

/** The evidence: how and when a buddy brought an item. */
export function broughtText(i18n: I18n, { by: { name }, how, at }: BroughtItem): string {
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
export function broughtPath({ how, where }: BroughtItem): string {
  if (how === 'posted') return `/moments?post=${where}`
  return how === 'blended' ? `/blend/${where}` : `/chat/${where}`
}
