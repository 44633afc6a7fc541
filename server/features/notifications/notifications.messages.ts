import type { AppLanguage } from '#contract/languages/languages.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { createTranslator } from '#server/platform/i18n/translator.ts'
import { arabic } from './notifications.messages.ar.ts'
import { german } from './notifications.messages.de.ts'
import { english } from './notifications.messages.en.ts'
import { spanish } from './notifications.messages.es.ts'

export const notificationMessages = { 'en-US': english, de: german, es: spanish, ar: arabic }

/** Translates digests, and push notifications for browsers without their own text. */
export const translateNotification = createTranslator(notificationMessages)

/** A group for one sentence: the latest person, the number of others, and the number of events. */
export type NotificationSummary = { kind: NotificationKind; name: string; others: number; count: number }

/** One sentence without text that users wrote. */
export function summaryText(language: AppLanguage, { kind, ...group }: NotificationSummary): string {
  return translateNotification(language, kind, { ...group, product: PRODUCT_NAME })
}
