/* The language somebody reads the app in. It belongs to the account, so that mails come in it and other devices follow; without
   one it is this browser's. */
import { languageCalls } from '#contract/languages/language-setting.ts'
import { type AppLanguage, knownLanguage } from '#contract/languages/languages.ts'
import { callApi } from '#web/platform/api-client.ts'
import { keepLanguage, shownLanguage } from '#web/platform/i18n.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import { useAuthStore } from './auth.store.ts'

/** Chosen by somebody who was not signed in: their account is told once they are. */
const CHOSEN_OUTSIDE = 'language.chosen'

/** Shows everything in that language, here at once and then on all devices. @throws Error when its words can't be fetched; ApiError */
export async function chooseLanguage(language: AppLanguage): Promise<void> {
  await keepLanguage(language)
  if (useAuthStore.getState().user) await tellAccount(language)
  else keep(CHOSEN_OUTSIDE, language)
}

/** Once signed in: what was chosen just before goes to the account; else the account's language comes here. Never rejects. */
export async function followAccountLanguage(): Promise<void> {
  try {
    const chosen = knownLanguage(recall(CHOSEN_OUTSIDE) ?? '')
    const ofAccount = chosen ? null : await callApi(languageCalls.getLanguage)
    if (ofAccount?.language) {
      if (ofAccount.language !== shownLanguage()) await keepLanguage(ofAccount.language)
    } else if (chosen || ofAccount) await tellAccount(chosen ?? shownLanguage())
  } catch {
    // The call has been logged; the next visit tries again.
  }
}

async function tellAccount(language: AppLanguage): Promise<void> {
  await callApi(languageCalls.changeLanguage, { body: { language } })
  keep(CHOSEN_OUTSIDE, null)
}
