import { Suspense, useEffect, type ComponentType } from 'react'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { wasSignedIn } from '#web/features/identity/session.ts'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { PageSkeleton, Waiting } from '../shell/Waiting.tsx'

const loadHome = async () => (await import('./HomePage.tsx')).HomePage
const HomePage = lazyPart(loadHome)
const loadLanding = async () => (await import('./LandingPage.tsx')).LandingPage
const LandingPage = lazyPart(loadLanding)

/** Set once its code is there before anything is drawn: then nothing else stands in its place, not even for a moment. */
let ReadyLanding: ComponentType | null = null

/** Asks for what `/` will show before anything is drawn; a failure shows when the page is. Never rejects. */
export async function preloadFront(): Promise<void> {
  try {
    if (wasSignedIn()) await loadHome()
    else ReadyLanding = await loadLanding()
  } catch {
    // The page itself asks again, and says so.
  }
}

/** `/`: the promise for signed-out people, home for the others. */
export function FrontPage() {
  const standing = useStanding()
  const isOut = standing === 'signed_out' || (standing === 'unknown' && !wasSignedIn())
  useEffect(() => {
    // Fetched while it is still being found out who is there; a failure shows when the page is drawn.
    if (!isOut) loadHome().catch(() => undefined)
  }, [isOut])
  if (isOut && ReadyLanding) return <ReadyLanding />
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
