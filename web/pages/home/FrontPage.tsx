import { Suspense, useEffect } from 'react'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { wasSignedIn } from '#web/features/identity/session.ts'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { PageSkeleton, Waiting } from '#web/features/identity/Waiting.tsx'

const HomePage = lazyPart(async () => (await import('./HomePage.tsx')).HomePage)
const LandingPage = lazyPart(async () => (await import('#web/pages/landing/LandingPage.tsx')).LandingPage)

/** Preloads the page that `/` will show. Errors appear when the page renders. Never rejects. */
export function preloadFront(): Promise<void> {
  return (wasSignedIn() ? HomePage : LandingPage).load()
}

/** `/`: the landing page for signed-out visitors, home for signed-in users. */
export function FrontPage() {
  const standing = useStanding()
  const isOut = standing === 'signed_out' || (standing === 'unknown' && !wasSignedIn())
  useEffect(() => {
    // Preloads during session loading; errors appear when the page renders.
    if (!isOut) void HomePage.load()
  }, [isOut])
  if (isOut)
    return (
      <Suspense fallback={<Waiting />}>
        <LandingPage />
      </Suspense>
    )
  // Home requests data that a user without a profile can't access.
  if (standing !== 'ready') return <Waiting />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <HomePage />
    </Suspense>
  )
}
