/* Texts of recaps that other pages show, too. */
import type { I18n } from '@lingui/core'

/** "16 – 22 November". */
export function spanText(locale: string, from: string, to: string): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}

export const tracksText = (i18n: I18n, count: number): string =>
  i18n._({ id: 'week.tracks', message: '{count, plural, one {# track} other {# tracks}}', values: { count } })

export const videosText = (i18n: I18n, count: number): string =>
  i18n._({ id: 'week.videos', message: '{count, plural, one {# video} other {# videos}}', values: { count } })

export const playsText = (i18n: I18n, count: number): string =>
  i18n._({ id: 'week.plays', message: '{count, plural, one {# play} other {# plays}}', values: { count } })

export function freshText(i18n: I18n, count: number): string {
  return i18n._({
    id: 'week.fresh.title',
    message: '{count, plural, one {One you hadn’t played before} other {# you hadn’t played before}}',
    values: { count },
  })
}
