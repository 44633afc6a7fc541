import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { Button } from '#web/ui/Button.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { Footer } from './Footer.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { SkipLink } from './SkipLink.tsx'
import './PublicFrame.css'

/** The frame of signed-out people. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="wl-public">
      <SkipLink />
      <header className="wl-public-top">
        <Link to="/" className="wl-public-logo" aria-label={PRODUCT_NAME}>
          <Logo />
        </Link>
        <DoorButtons />
      </header>
      <main id="main" tabIndex={-1} className="wl-public-main">
        <OfflineBar />
        {children}
      </main>
      <Footer />
    </div>
  )
}

function DoorButtons() {
  const { i18n } = useLingui()
  const standing = useStanding()
  if (standing === 'ready' || standing === 'checking') return null
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
