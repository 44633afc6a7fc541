import { Suspense, useEffect } from 'react'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { wasSignedIn } from '#web/features/identity/session.ts'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { PageSkeleton, Waiting } from '#web/features/identity/Waiting.tsx'

const HomePage = lazyPart(async () => (await import('./HomePage.tsx')).HomePage)
const LandingPage = lazyPart(async () => (await import('#web/pages/landing/LandingPage.tsx')).LandingPage)

/** Asks for what `/` will show before anything is drawn; a failure shows when the page is. Never rejects. */
export function preloadFront(): Promise<void> {
  return (wasSignedIn() ? HomePage : LandingPage).load()
}

/** `/`: the promise for signed-out people, home for the others. */
export function FrontPage() {
  const standing = useStanding()
  const isOut = standing === 'signed_out' || (standing === 'unknown' && !wasSignedIn())
  useEffect(() => {
    // Fetched while it is still being found out who is there; a failure shows when the page is drawn.
    if (!isOut) void HomePage.load()
  }, [isOut])
  if (isOut)
    return (
      <Suspense fallback={<Waiting />}>
        <LandingPage />
      </Suspense>
    )
  // Home asks for much that somebody without a profile may not have.
  if (standing !== 'ready') return <Waiting />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <HomePage />
    </Suspense>
  )
}
