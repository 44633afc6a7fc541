/** The supported languages as BCP 47 tags. */
export const appLanguages = ['en-US', 'de', 'es', 'ar'] as const
export type AppLanguage = (typeof appLanguages)[number]
export const DEFAULT_LANGUAGE: AppLanguage = 'en-US'

export const directionOf = (language: AppLanguage): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** The supported language of a BCP 47 tag, if any. */
export const knownLanguage = (tag: string): AppLanguage | null => appLanguages.find((language) => language === tag) ?? null

/** The first preferred language (best first) that the product supports, ignoring regions; otherwise the default. */
export function chooseAppLanguage(preferred: readonly string[]): AppLanguage {
  for (const tag of preferred) {
    const match = appLanguages.find((language) => primary(language) === primary(tag))
    if (match) return match
  }
  return DEFAULT_LANGUAGE
}

const primary = (tag: string) => tag.trim().toLowerCase().split('-')[0]
