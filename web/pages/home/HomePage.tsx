import { Suspense, useEffect } from 'react'
import { useLingui } from '@lingui/react'
import { shortName } from '#web/ui/short-name.ts'
import { watchRemovals } from '#web/features/moments/moments.removals.ts'
import { useMe } from '#web/features/profiles/me.ts'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { LatestFromBuddies } from './LatestFromBuddies.tsx'
import { Requests } from './Requests.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { TopMatches } from './TopMatches.tsx'
import './home.css'

// It stands below what is seen first, and only where a buddy shares.
const BuddiesPlay = lazyPart(async () => (await import('./BuddiesPlay.tsx')).BuddiesPlay)

/** `/` for signed-in people: who waits, who matches, what is new. */
export function HomePage() {
  const { i18n } = useLingui()
  const me = useMe()
  useEffect(watchRemovals, [])
  return (
    <>
      <PageHeader
        title={
          me
            ? i18n._({ id: 'home.title.name', message: 'Hello, {name}', values: { name: shortName(me) } })
            : i18n._({ id: 'home.title', message: 'Hello' })
        }
        lead={i18n._({ id: 'home.lead', message: 'This is what moves around you.' })}
      />
      <div className="wl-home">
        <Requests />
        <FirstSteps />
        <TopMatches />
        <Suspense>
          <BuddiesPlay />
        </Suspense>
        <div className="wl-home-columns">
          <LatestFromBuddies />
          <Shortcuts />
        </div>
      </div>
    </>
  )
}
