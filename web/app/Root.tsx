import { useEffect, useRef, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useStanding, type Standing } from '#web/features/identity/auth.store.ts'
import { wasSignedIn } from '#web/features/identity/session.ts'
import { requiresAuth, turnedAway } from './door.ts'
import { ACCOUNT_SETUP, LOGIN, SIGN_UP } from './guard.ts'
import { isLayerChange } from './scroll.ts'
import { AppFrame } from './shell/AppFrame.tsx'
import { NavigationProgress } from './shell/NavigationProgress.tsx'
import { NoticeOutlet } from './shell/NoticeOutlet.tsx'
import { PublicFrame } from './shell/PublicFrame.tsx'
import { SetupFrame } from './shell/SetupFrame.tsx'
import { Waiting } from './shell/Waiting.tsx'

/** The frame around every page, chosen by where the person stands; and the page, once the guard lets it be seen. */
export function Root() {
  const standing = useStanding()
  const { pathname } = useLocation()
  useTopLeftOnNavigation()
  return (
    <>
      <NavigationProgress />
      <Frame standing={standing} pathname={pathname}>
        {mayShow(standing, pathname) ? <Outlet /> : <Waiting />}
      </Frame>
      <NoticeOutlet />
    </>
  )
}

/** A closed page waits until the server has said who is there; one that the guard refuses waits for the redirect. */
function mayShow(standing: Standing, pathname: string): boolean {
  const isUndecided = standing === 'unknown' || standing === 'checking'
  return !(isUndecided && requiresAuth(pathname)) && turnedAway(pathname) === null
}

export function Frame({ standing, pathname, children }: { standing: Standing; pathname: string; children: ReactNode }) {
  if (pathname === ACCOUNT_SETUP || standing === 'no_profile') return <SetupFrame>{children}</SetupFrame>
  // Whoever is about to come in keeps the frame of the door until the page behind it is there.
  if (pathname === LOGIN || pathname === SIGN_UP) return <PublicFrame>{children}</PublicFrame>
  const isIn = standing === 'ready' || standing === 'checking' || (standing === 'unknown' && wasSignedIn())
  return isIn ? <AppFrame>{children}</AppFrame> : <PublicFrame>{children}</PublicFrame>
}

/** Scrolls to the top-left and puts the focus on the page, on every navigation that is more than a layer. */
function useTopLeftOnNavigation(): void {
  const location = useLocation()
  const last = useRef(location)
  useEffect(() => {
    const from = last.current
    last.current = location
    if (from.key === location.key || isLayerChange(from, location)) return
    window.scrollTo({ left: 0, top: 0, behavior: 'instant' })
    if (from.pathname !== location.pathname) document.querySelector('main')?.focus({ preventScroll: true })
  }, [location])
}
