import type { I18n } from '@lingui/core'
import { totalDuration, type Timed, type TotalDuration } from '#contract/durations.ts'
import type { Item } from '#contract/media.ts'
import { clockTime } from '#web/ui/text/clock-time.ts'
import { durationText } from '#web/ui/text/duration-text.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** From here on, nobody estimates by the minute. */
const ROUGH_MS = 10 * HOUR_MS

/** "4:31"; null when unknown. */
export const lengthText = ({ duration_ms: ms }: Pick<Item, 'duration_ms'>): string | null =>
  ms === undefined ? null : clockTime(ms / 1_000)

/** "5 h 10 min", or "about 5 h 10 min" if it is an estimate; a long estimate has no minutes. */
export function headingText(i18n: I18n, { ms, is_estimate: isEstimate }: TotalDuration): string {
  const minutes = isEstimate && ms >= ROUGH_MS ? Math.round(ms / HOUR_MS) * 60 : Math.max(1, Math.round(ms / MINUTE_MS))
  // A number stays with its unit.
  const duration = durationText(i18n, minutes * 60).replaceAll(/(?<=\p{N}) /gu, '\u00a0')
  return isEstimate ? i18n._({ id: 'items.length.about', message: 'about {duration}', values: { duration } }) : duration
}

/** The same, on one line. */
export const totalText = (i18n: I18n, total: TotalDuration): string => headingText(i18n, total).replaceAll(' ', '\u00a0')

export const itemsText = (i18n: I18n, count: number): string =>
  i18n._({ id: 'blend.items', message: '{count, plural, one {# item} other {# items}}', values: { count } })

/** Between two parts of a line that may wrap: the next line doesn’t begin with the dot. */
export const SEPARATOR = '\u00a0· '

/** "12 items · 43 min", or without the length if most durations are unknown. */
export function itemsAndLengthText(i18n: I18n, items: readonly Timed[]): string {
  const total = totalDuration(items)
  return [itemsText(i18n, items.length), ...(total ? [totalText(i18n, total)] : [])].join(SEPARATOR)
}
