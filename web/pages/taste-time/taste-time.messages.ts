import type { I18n } from '@lingui/core'
import type { Era, TasteChange, TasteOverTime } from '#contract/taste/taste-time.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { barName } from '#web/features/matching/print/print.messages.ts'
import { playsText, videosText } from '#web/pages/week/week.messages.ts'
import { headline, type Move } from './moves.ts'

/** "March – August 2025". */
export function monthsText(locale: string, from: string, to: string): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}

export const leadText = (i18n: I18n, { music, video }: Pick<TasteOverTime, 'music' | 'video'>): string =>
  music + video === 0
    ? i18n._({ id: 'time.lead.none', message: 'Month by month · only you see this' })
    : i18n._({
        id: 'time.lead',
        message: 'Month by month, from {plays} and {videos} · only you see this',
        values: { plays: playsText(i18n, music), videos: videosText(i18n, video) },
      })

/** "From Indie rock to House". */
export function headlineText(i18n: I18n, moves: readonly Move[]): string {
  const found = headline(moves)
  if (!found) return i18n._({ id: 'time.print', message: 'Your print by month' })
  return i18n._({
    id: 'time.print.moved',
    message: 'From {from} to {to}',
    values: { from: barName(i18n, found.from.bar), to: barName(i18n, found.to.bar) },
  })
}

/** "Brought House, with 9 artists or channels", or without a bar "Brought 9 artists or channels". */
export function broughtText(i18n: I18n, { bar, makers }: Pick<TasteChange, 'bar' | 'makers'>): string {
  const name = bar === null ? undefined : PRINT_BARS[bar]
  const count = i18n._({
    id: 'time.changed.makers',
    message: '{count, plural, one {# artist or channel} other {# artists or channels}}',
    values: { count: makers },
  })
  return name === undefined
    ? i18n._({ id: 'time.changed.count', message: 'Brought {count}', values: { count } })
    : i18n._({ id: 'time.changed.bar', message: 'Brought {bar}: {count}', values: { bar: barName(i18n, name), count } })
}

export const changedText = (i18n: I18n, { item }: Pick<TasteChange, 'item'>): string =>
  i18n._({ id: 'time.changed.item', message: '{item}, from you', values: { item: item.name } })

/** An era is named by the bars that stand out. */
export function eraName(i18n: I18n, { bars }: Era): string {
  const names = bars.flatMap((at) => PRINT_BARS[at] ?? []).map((bar) => barName(i18n, bar))
  return names.length === 0
    ? i18n._({ id: 'time.era.mixed', message: 'A bit of everything' })
    : new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(names)
}

/** The number of months from one to another, both included. */
export function monthCount(from: string, to: string): number {
  const [[fromYear = 0, fromMonth = 0], [toYear = 0, toMonth = 0]] = [from, to].map((date) => date.split('-').map(Number)) as [
    number[],
    number[],
  ]
  return (toYear - fromYear) * 12 + toMonth - fromMonth + 1
}
