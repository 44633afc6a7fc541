/* Text through Lingui without macros. The en-US sentences stand in the code as each message's default, so they arrive with
   the page that needs them; other languages come as compiled catalogues under `web/locales`. */
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'

/** Languages the app can be read in, by their own name. */
export const languages = { 'en-US': 'English (US)' } as const
export type AppLanguage = keyof typeof languages
export const DEFAULT_LANGUAGE: AppLanguage = 'en-US'

export const i18n = setupI18n({ locale: DEFAULT_LANGUAGE, messages: { [DEFAULT_LANGUAGE]: {} } })

// Lingui compiles a default message at every use; each sentence is read once here instead.
const compiled = new Map<string, ReturnType<typeof compileMessage>>()
i18n.setMessagesCompiler((message) => {
  let result = compiled.get(message)
  if (!result) {
    result = compileMessage(message)
    compiled.set(message, result)
  }
  return result
})
