/* Texts of recaps that other pages show, too. */
import type { I18n } from '@lingui/core'

const HOUR_SECONDS = 3_600

/** "16 – 22 November". */
export function spanText(locale: string, from: string, to: string): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}

/** "11 h 24 min", or "24 min". */
export function durationText(i18n: I18n, seconds: number): string {
  const values = { hours: Math.floor(seconds / HOUR_SECONDS), minutes: Math.floor((seconds % HOUR_SECONDS) / 60) }
  return seconds < HOUR_SECONDS
    ? i18n._({ id: 'week.minutes', message: '{minutes, number} min', values })
    : i18n._({ id: 'week.hours', message: '{hours, number} h {minutes, number} min', values })
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
