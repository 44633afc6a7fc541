import { limits } from '#contract/limits.ts'
import { containsWords } from '#web/ui/text/plain-text.ts'

/** Suggested languages by their BCP 47 code; users may type others. */
export const LANGUAGE_CODES = [
  'en',
  'de',
  'es',
  'fr',
  'pt',
  'it',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'is',
  'cs',
  'sk',
  'hu',
  'ro',
  'bg',
  'el',
  'tr',
  'uk',
  'ru',
  'sr',
  'hr',
  'sl',
  'lt',
  'lv',
  'et',
  'ga',
  'ca',
  'eu',
  'ar',
  'he',
  'fa',
  'ur',
  'hi',
  'bn',
  'ta',
  'te',
  'zh',
  'ja',
  'ko',
  'vi',
  'th',
  'id',
  'ms',
  'tl',
  'sw',
  'am',
  'yo',
] as const

/** Languages with their names in the viewer's language, sorted by name. */
export function languageOptions(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const options = LANGUAGE_CODES.map((code) => ({ value: code as string, label: names.of(code) ?? code }))
  return options.toSorted((a, b) => a.label.localeCompare(b.label, locale))
}

/** Whether typed text is part of a language's name, in the viewer's language or in its own. Case and accents don't matter. */
export function isLanguage(code: string, label: string, typed: string): boolean {
  const own = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  return [label, own].some((name) => containsWords(name, typed))
}

/** The browser's languages that we suggest. */
export function languagesOf(browser: readonly string[]): string[] {
  const codes = browser.map((tag) => tag.split('-')[0] ?? '').filter((code) => LANGUAGE_CODES.some((known) => known === code))
  return [...new Set(codes)].slice(0, limits.languages.max)
}
