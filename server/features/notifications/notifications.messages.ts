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

/** The newest message of a conversation. `voiceMs`: the length of a voice message, which has no text. */
export type NewestMessage = { text: string; voiceMs: number | null }

/** A message on a locked screen. */
export function messageText(language: AppLanguage, { text, voiceMs }: NewestMessage): string {
  if (voiceMs === null) return text
  const seconds = Math.floor(voiceMs / 1_000)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return translateNotification(language, 'voice_message', { time })
}

/** One sentence without text that users wrote. */
export function summaryText(language: AppLanguage, { kind, ...group }: NotificationSummary): string {
  return translateNotification(language, kind, { ...group, product: PRODUCT_NAME })
}
