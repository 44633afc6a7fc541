import type { AppLanguage } from '#contract/languages/languages.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { speaker } from '#server/platform/i18n/translator.ts'
import { arabic } from './notifications.words.ar.ts'
import { german } from './notifications.words.de.ts'
import { english } from './notifications.words.en.ts'
import { spanish } from './notifications.words.es.ts'

export const newsWords = { 'en-US': english, de: german, es: spanish, ar: arabic }

/** The words of the summary by mail, and of a push where the browser has none of its own. */
export const sayNews = speaker(newsWords)

/** One group of news: who did it, how many others too, and how often. */
export type NewsGroup = { kind: NotificationKind; name: string; others: number; count: number }

/** What happened, in one sentence that never holds what anybody wrote. */
export function sentenceOfNews(language: AppLanguage, { kind, ...group }: NewsGroup): string {
  return sayNews(language, kind, { ...group, product: PRODUCT_NAME })
}
