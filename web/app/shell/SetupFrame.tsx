import { useLingui } from '@lingui/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { Button } from '#web/ui/Button.tsx'
import { PreviewBanner } from '#web/ui/PreviewBanner.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { useLogOut } from '#web/pages/login/use-log-out.ts'
import { OfflineBar } from './OfflineBar.tsx'
import { SkipLink } from './SkipLink.tsx'
import './PublicFrame.css'

/** The frame of account setup, and for users who are suspended or must accept the terms: it leads to the next step or to sign-out. */
export function SetupFrame({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  const { isLeaving, leave } = useLogOut()
  const main = useRef<HTMLElement>(null)
  // A navigation focuses the page, but the frame may load after it.
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="wl-public">
      <SkipLink />
      <header className="wl-public-top">
        <Link to="/" className="wl-public-logo" aria-label={PRODUCT_NAME}>
          <Logo />
        </Link>
        <Button variant="outline" loading={isLeaving} onClick={leave}>
          {i18n._({ id: 'identity.log-out', message: 'Log out' })}
        </Button>
      </header>
      <main ref={main} id="main" tabIndex={-1} className="wl-public-main">
        <OfflineBar />
        {children}
      </main>
      <footer className="wl-setup-frame-foot">
        <PreviewBanner />
      </footer>
    </div>
  )
}
