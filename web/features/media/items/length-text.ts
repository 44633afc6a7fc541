import type { I18n } from '@lingui/core'
import { totalDuration, type Timed, type TotalDuration } from '#contract/durations.ts'
import type { Item } from '#contract/media.ts'
import { clockTime } from '#web/ui/text/clock-time.ts'
import { durationText } from '#web/ui/text/duration-text.ts'

/** "4:31"; null when unknown. */
export const lengthText = ({ duration_ms: ms }: Pick<Item, 'duration_ms'>): string | null =>
  ms === undefined ? null : clockTime(ms / 1_000)

/** "5 h 10 min", or "about 5 h 10 min" if it is an estimate. It stays on one line. */
export function totalText(i18n: I18n, { ms, is_estimate: isEstimate }: TotalDuration): string {
  const duration = durationText(i18n, Math.max(1, Math.round(ms / 60_000)) * 60)
  const text = isEstimate ? i18n._({ id: 'items.length.about', message: 'about {duration}', values: { duration } }) : duration
  return text.replaceAll(' ', '\u00a0')
}

export const itemsText = (i18n: I18n, count: number): string =>
  i18n._({ id: 'blend.items', message: '{count, plural, one {# item} other {# items}}', values: { count } })

/** "12 items · 43 min", or without the length if most durations are unknown. */
export function itemsAndLengthText(i18n: I18n, items: readonly Timed[]): string {
  const total = totalDuration(items)
  return [itemsText(i18n, items.length), ...(total ? [totalText(i18n, total)] : [])].join(' · ')
}
