import { useEffect } from 'react'
import { useAuthStatus } from '#web/features/identity/auth.store.ts'
import { wasSignedIn } from '#web/features/identity/session.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { PageSkeleton, PendingPage } from '#web/features/identity/PendingPage.tsx'

const HomePage = lazyPart(async () => (await import('./HomePage.tsx')).HomePage, <PageSkeleton />)
const LandingPage = lazyPart(async () => (await import('#web/pages/landing/LandingPage.tsx')).LandingPage, <PendingPage />)

/** Preloads the page that `/` will show. Errors appear when the page renders. Never rejects. */
export function preloadFront(): Promise<void> {
  return (wasSignedIn() ? HomePage : LandingPage).load()
}

/** `/`: the landing page for signed-out visitors, home for signed-in users. */
export function FrontPage() {
  const authStatus = useAuthStatus()
  const isOut = authStatus === 'signed_out' || (authStatus === 'unknown' && !wasSignedIn())
  useEffect(() => {
    // Preloads during session loading; errors appear when the page renders.
    if (!isOut) void HomePage.load()
  }, [isOut])
  if (isOut) return <LandingPage />
  // Home requests data that a user without a profile can't access.
  if (authStatus !== 'ready') return <PendingPage />
  return <HomePage />
}
