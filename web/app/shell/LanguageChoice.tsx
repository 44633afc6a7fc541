import { useLingui } from '@lingui/react'
import { IconLanguage } from '@tabler/icons-react'
import { languageNames } from '#contract/languages/language-names.ts'
import { appLanguages, knownLanguage } from '#contract/languages/languages.ts'
import { shownLanguage } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import './LanguageChoice.css'

/** The languages of the app, each by its own name. */
export function LanguageChoice() {
  const { i18n } = useLingui()
  const choose = async (tag: string) => {
    const language = knownLanguage(tag)
    // Nobody needs it before they choose.
    const { chooseLanguage } = await import('#web/features/identity/language.ts')
    if (language) await chooseLanguage(language)
  }
  return (
    <div className="wl-language">
      <IconLanguage size={18} aria-hidden />
      <select
        aria-label={i18n._({ id: 'settings.language', message: 'Language' })}
        value={shownLanguage()}
        onChange={({ currentTarget }) =>
          void choose(currentTarget.value).catch(() =>
            notify('error', i18n._({ id: 'settings.not-saved', message: 'This could not be saved. Try again in a moment.' })),
          )
        }
      >
        {appLanguages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </div>
  )
}
