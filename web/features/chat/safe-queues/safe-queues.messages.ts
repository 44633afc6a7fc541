import type { I18n } from '@lingui/core'
import type { SafeQueue } from '#contract/chat/safe-queues.ts'
import { itemsAndLengthText, SEPARATOR } from '#web/features/media/items/length-text.ts'

/** Items in the text of a message. */
const TEXT_ITEMS = 5

export const safeQueueName = (i18n: I18n): string => i18n._({ id: 'group.safe', message: 'Safe queue' })

/** How many members an item or a queue fits, never whom it doesn't. */
export const fitsText = (i18n: I18n, fits: number, members: number): string =>
  i18n._({ id: 'blend.fits', message: 'Fits {count} of {all}', values: { count: fits, all: members } })

/** "20 items · 1 h 3 min · Fits 5 of 6". */
export const queueSummary = (i18n: I18n, { items, fits, members }: Pick<SafeQueue, 'items' | 'fits' | 'members'>): string =>
  `${itemsAndLengthText(i18n, items)}${SEPARATOR}${fitsText(i18n, fits, members)}`

/** The text of a queue's message, for clients without queues, previews, notifications, and the search. */
export function queueText({ name, items }: Pick<SafeQueue, 'name' | 'items'>): string {
  const lines = items.slice(0, TEXT_ITEMS).map(({ name: title, by }) => `• ${[title, by].filter((part) => part !== null).join(' · ')}`)
  const more = items.length - lines.length
  return [`🎶 ${name}`, ...lines, ...(more > 0 ? [`+ ${more}`] : [])].join('\n')
}
