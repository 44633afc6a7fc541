import type { I18n } from '@lingui/core'

const HOUR_SECONDS = 3_600

/** "11 h 24 min", "2 h", or "24 min". */
export function durationText(i18n: I18n, seconds: number): string {
  const values = { hours: Math.floor(seconds / HOUR_SECONDS), minutes: Math.floor((seconds % HOUR_SECONDS) / 60) }
  if (seconds < HOUR_SECONDS) return i18n._({ id: 'week.minutes', message: '{minutes, number} min', values })
  return values.minutes === 0
    ? i18n._({ id: 'week.full-hours', message: '{hours, number} h', values })
    : i18n._({ id: 'week.hours', message: '{hours, number} h {minutes, number} min', values })
}
