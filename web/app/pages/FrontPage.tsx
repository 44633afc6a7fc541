import { lazy, Suspense } from 'react'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { wasSignedIn } from '#web/features/identity/session.ts'
import { PageSkeleton } from '../shell/Waiting.tsx'

const HomePage = lazy(async () => ({ default: (await import('./HomePage.tsx')).HomePage }))
const LandingPage = lazy(async () => ({ default: (await import('./LandingPage.tsx')).LandingPage }))

/** `/`: the promise for signed-out people, home for the others. */
export function FrontPage() {
  const standing = useStanding()
  const isOut = standing === 'signed_out' || (standing === 'unknown' && !wasSignedIn())
  return <Suspense fallback={<PageSkeleton />}>{isOut ? <LandingPage /> : <HomePage />}</Suspense>
}
