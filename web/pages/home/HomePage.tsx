import { useRef, useEffect, useState, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { useMe } from '#web/features/profiles/me.ts'
import { readStored } from '#web/platform/browser-storage.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { shortName } from '#web/ui/text/short-name.ts'
import { HomeSection } from './HomeSection.tsx'
import { Requests } from './Requests.tsx'
import { TopMatches } from './TopMatches.tsx'
import './home.css'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useWhenVisible } from '#web/ui/use-when-visible.ts'

// Rendered only until the user has completed them.
const FirstSteps = lazyPart(async () => (await import('./FirstSteps.tsx')).FirstSteps)

// From Monday to Wednesday.
const WeekCard = lazyPart(async () => (await import('./WeekCard.tsx')).WeekCard)

// Below the fold; the first is only shown when a buddy shares.
const BuddiesPlay = lazyPart(async () => (await import('./BuddiesPlay.tsx')).BuddiesPlay)
const LatestMoments = lazyPart(async () => (await import('./LatestMoments.tsx')).LatestMoments, <CardSkeleton blockHeight={80} />)
const Shortcuts = lazyPart(async () => (await import('./Shortcuts.tsx')).Shortcuts)

/** `/` for signed-in users: requests, matches, news. */
export function HomePage() {
  const { i18n } = useLingui()
  const me = useMe()
  const columns = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(columns)
  const stepsKey = `first-steps.${me?.uid ?? ''}`
  return (
    <>
      <PageHeader
        title={
          me
            ? i18n._({ id: 'home.title.name', message: 'Hello, {name}', values: { name: shortName(me) } })
            : i18n._({ id: 'home.title', message: 'Hello' })
        }
        lead={i18n._({ id: 'home.lead', message: 'Here’s what’s new.' })}
      />
      <div className="wl-home">
        <Requests />
        <WeekCard />
        {me && readStored(stepsKey) === null && <FirstSteps key={stepsKey} me={me} storageKey={stepsKey} />}
        <TopMatches />
        {isNear && <BuddiesPlay />}
        <div className="wl-home-columns" ref={columns}>
          <HomeSection
            title={i18n._({ id: 'home.moments', message: 'Latest moments' })}
            more={{ to: '/moments', label: i18n._({ id: 'profile.all-moments', message: 'All moments' }) }}
          >
            {isNear && <LatestMoments />}
          </HomeSection>
          <HomeSection title={i18n._({ id: 'home.shortcuts', message: 'Shortcuts' })}>{isNear && <Shortcuts />}</HomeSection>
        </div>
      </div>
    </>
  )
}

const AHEAD = '300px'
/** Content further down loads after this time at the latest, so that it is ready when the user scrolls. */
const READY_AFTER_MS = 4_000

/** Whether the place is near the screen, or was. While what is above it loads, it may be near only for a moment, and does not count. */
function useIsNear(place: RefObject<Element | null>): boolean {
  const client = useQueryClient()
  const [isNear, setIsNear] = useState(false)
  const isLoaded = useIsFetching() === 0
  useWhenVisible(place, () => client.isFetching() === 0 && setIsNear(true), isLoaded && !isNear, AHEAD)
  useEffect(() => {
    const timer = setTimeout(() => setIsNear(true), READY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isNear
}
