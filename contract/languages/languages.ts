/** The languages the product speaks, as BCP 47 has them. */
export const appLanguages = ['en-US', 'de', 'es', 'ar'] as const
export type AppLanguage = (typeof appLanguages)[number]
export const DEFAULT_LANGUAGE: AppLanguage = 'en-US'

export const directionOf = (language: AppLanguage): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** The language of that tag, if the product speaks it. */
export const knownLanguage = (tag: string): AppLanguage | null => appLanguages.find((one) => one === tag) ?? null

/** The first of the wanted languages (best first) that the product speaks, whatever its region; else the default. */
export function spokenOf(wanted: readonly string[]): AppLanguage {
  for (const tag of wanted) {
    const spoken = appLanguages.find((one) => primary(one) === primary(tag))
    if (spoken) return spoken
  }
  return DEFAULT_LANGUAGE
}

const primary = (tag: string) => tag.trim().toLowerCase().split('-')[0]
