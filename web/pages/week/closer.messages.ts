import type { I18n } from '@lingui/core'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { CloserBuddy } from '#contract/taste/recaps.ts'
import { barName } from '#web/features/matching/print/print.messages.ts'

/** "Brought you Obongjayar", "You found Obongjayar too", or "More house than before"; null if it is not known. */
export function closerReasonText(i18n: I18n, { why }: Pick<CloserBuddy, 'why'>): string | null {
  if (!why) return null
  if ('item' in why) {
    const item = why.item.name
    return why.kind === 'brought'
      ? i18n._({ id: 'week.closer.brought', message: 'Brought you {item}', values: { item } })
      : i18n._({ id: 'week.closer.found', message: 'You found {item} too', values: { item } })
  }
  const bar = PRINT_BARS[why.bar]
  if (bar === undefined) return null
  return why.kind === 'more'
    ? i18n._({ id: 'week.closer.more', message: 'More than before: {bar}', values: { bar: barName(i18n, bar) } })
    : i18n._({ id: 'week.closer.less', message: 'Less than before: {bar}', values: { bar: barName(i18n, bar) } })
}
