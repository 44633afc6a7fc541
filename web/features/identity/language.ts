/* The user's language. It belongs to the account, so that emails and other devices use it; without an account it belongs to the browser. */
import { languageCalls } from '#contract/languages/language-setting.ts'
import { type AppLanguage, knownLanguage } from '#contract/languages/languages.ts'
import { callApi } from '#web/platform/api-client.ts'
import { saveLanguage, activeLanguage } from '#web/platform/i18n.ts'
import { writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import { useAuthStore } from './auth.store.ts'

/** Chosen while signed out; saved to the account after the next sign-in. */
const CHOSEN_SIGNED_OUT = 'language.chosen'

/** Shows the app in that language, here at once and then on all devices. @throws Error when its messages can't be loaded; ApiError */
export async function chooseLanguage(language: AppLanguage): Promise<void> {
  await saveLanguage(language)
  if (useAuthStore.getState().user) await saveToAccount(language)
  else writeStored(CHOSEN_SIGNED_OUT, language)
}

/** After a sign-in, saves a language that was just chosen, or applies the account's language. Never rejects. */
export async function followAccountLanguage(): Promise<void> {
  try {
    const chosen = knownLanguage(readStored(CHOSEN_SIGNED_OUT) ?? '')
    const ofAccount = chosen ? null : await callApi(languageCalls.getLanguage)
    if (ofAccount?.language) {
      if (ofAccount.language !== activeLanguage()) await saveLanguage(ofAccount.language)
    } else if (chosen || ofAccount) await saveToAccount(chosen ?? activeLanguage())
  } catch {
    // The API client has logged the error; the next visit retries.
  }
}

async function saveToAccount(language: AppLanguage): Promise<void> {
  await callApi(languageCalls.changeLanguage, { body: { language } })
  writeStored(CHOSEN_SIGNED_OUT, null)
}
