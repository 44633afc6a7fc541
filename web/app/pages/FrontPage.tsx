import { lazy, Suspense } from 'react'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { wasSignedIn } from '#web/features/identity/session.ts'
import { LandingPage } from './LandingPage.tsx'
import { PageSkeleton } from '../shell/Waiting.tsx'

const HomePage = lazy(async () => ({ default: (await import('./HomePage.tsx')).HomePage }))

/** `/`: the promise for signed-out people, home for the others. */
export function FrontPage() {
  const standing = useStanding()
  const isOut = standing === 'signed_out' || (standing === 'unknown' && !wasSignedIn())
  if (isOut) return <LandingPage />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <HomePage />
    </Suspense>
  )
}
