import type { AppLanguage } from '#contract/languages/languages.ts'
import type { Period } from '#contract/taste/periods.ts'
import { createTranslator } from '#server/platform/i18n/translator.ts'
import { arabic } from './recaps.messages.ar.ts'
import { german } from './recaps.messages.de.ts'
import { english } from './recaps.messages.en.ts'
import { spanish } from './recaps.messages.es.ts'

export const recapMessages = { 'en-US': english, de: german, es: spanish, ar: arabic }

/** Translates the texts of share pictures and of the email about a recap. */
export const translateRecap = createTranslator(recapMessages)

/** "16 – 22 November 2026", "November 2026", or "2026". */
export function periodText(language: AppLanguage, { kind, from, to }: Period): string {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  if (kind === 'year') return format({ year: 'numeric' }).format(new Date(from))
  if (kind === 'month') return format({ month: 'long', year: 'numeric' }).format(new Date(from))
  return format({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(new Date(from), new Date(to))
}

/** The amount of plays: as time if it is known, otherwise as a count. */
export function totalText(language: AppLanguage, { music, video, seconds }: { music: number; video: number; seconds: number }): string {
  if (seconds < 60) return translateRecap(language, 'recap.plays', { count: music + video })
  const values = { hours: Math.floor(seconds / 3_600), minutes: Math.floor((seconds % 3_600) / 60) }
  return translateRecap(language, seconds < 3_600 ? 'recap.minutes' : 'recap.hours', values)
}
