/* Text through Lingui without macros. The en-US sentences stand in the code as each message's default and are compiled there
   when the app is built (web/build/compile-messages.ts), so they arrive with the page that needs them. Other languages come
   as compiled catalogues under `web/locales`. */
import { setupI18n } from '@lingui/core'

/** Languages the app can be read in, by their own name. */
export const languages = { 'en-US': 'English (US)' } as const
export type AppLanguage = keyof typeof languages
export const DEFAULT_LANGUAGE: AppLanguage = 'en-US'

export const i18n = setupI18n({ locale: DEFAULT_LANGUAGE, messages: { [DEFAULT_LANGUAGE]: {} } })
