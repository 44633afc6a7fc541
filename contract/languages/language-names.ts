import type { AppLanguage } from './languages.ts'

/** The languages by their own names: whoever looks for theirs may read no other. */
export const languageNames: Readonly<Record<AppLanguage, string>> = {
  'en-US': 'English (US)',
  de: 'Deutsch',
  es: 'Español',
  ar: 'العربية',
}
