import type { AppLanguage } from './languages.ts'

/** Each language by its own name, because the reader may know no other language. */
export const languageNames: Readonly<Record<AppLanguage, string>> = {
  'en-US': 'English (US)',
  de: 'Deutsch',
  es: 'Español',
  ar: 'العربية',
}
