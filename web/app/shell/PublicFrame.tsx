import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { useAuthStatus } from '#web/features/identity/auth.store.ts'
import { Button } from '#web/ui/Button.tsx'
import { PreviewBanner } from '#web/ui/PreviewBanner.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { IconLanguage } from '@tabler/icons-react'
import { languageNames } from '#contract/languages/language-names.ts'
import { appLanguages, knownLanguage } from '#contract/languages/languages.ts'
import { activeLanguage } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import './LanguageChoice.css'
import { OfflineBar } from './OfflineBar.tsx'
import { SkipLink } from './SkipLink.tsx'
import './PublicFrame.css'

/** The frame of signed-out visitors. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="wl-public">
      <SkipLink />
      <header className="wl-public-top">
        <Link to="/" className="wl-public-logo" aria-label={PRODUCT_NAME}>
          <Logo />
        </Link>
        <AuthButtons />
      </header>
      <main id="main" tabIndex={-1} className="wl-public-main">
        <OfflineBar />
        {children}
      </main>
      <Footer />
    </div>
  )
}

function AuthButtons() {
  const { i18n } = useLingui()
  const authStatus = useAuthStatus()
  if (authStatus === 'ready' || authStatus === 'checking') return null
  return (
    <nav aria-label={i18n._({ id: 'nav.account', message: 'Account' })}>
      <Button component={Link} to="/login" variant="outline" size="md">
        {i18n._({ id: 'identity.log-in', message: 'Log in' })}
      </Button>
      <Button component={Link} to="/sign-up" size="md">
        {i18n._({ id: 'identity.sign-up', message: 'Sign up' })}
      </Button>
    </nav>
  )
}

function Footer() {
  const { i18n } = useLingui()
  return (
    <footer className="wl-footer">
      <span style={{ flex: 1 }}>{PRODUCT_NAME}</span>
      <Link to="/social_connect">{i18n._({ id: 'footer.sources', message: 'Music and video accounts' })}</Link>
      <Link to="/privacy-policy">{i18n._({ id: 'footer.privacy', message: 'Privacy' })}</Link>
      <Link to="/terms-of-service">{i18n._({ id: 'footer.terms', message: 'Terms' })}</Link>
      <LanguageChoice />
      <PreviewBanner />
    </footer>
  )
}

/** The languages of the app, each in its own name. */
function LanguageChoice() {
  const { i18n } = useLingui()
  const choose = async (tag: string) => {
    const language = knownLanguage(tag)
    // Loads only when the visitor chooses a language.
    const { chooseLanguage } = await import('#web/features/identity/language.ts')
    if (language) await chooseLanguage(language)
  }
  return (
    <div className="wl-language">
      <IconLanguage size={18} aria-hidden />
      <select
        aria-label={i18n._({ id: 'settings.language', message: 'Language' })}
        value={activeLanguage()}
        onChange={({ currentTarget }) =>
          void choose(currentTarget.value).catch(() =>
            notify('error', i18n._({ id: 'settings.not-saved', message: 'This couldn’t be saved. Try again in a moment.' })),
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
