import { useRef, useEffect, useState, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { useMyProfile } from '#web/features/profiles/me.ts'
import { readStored } from '#web/platform/storage/browser-storage.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { shortName } from '#web/ui/text/short-name.ts'
import { HomeSection } from './HomeSection.tsx'
import { Requests } from './Requests.tsx'
import { TopMatches } from './TopMatches.tsx'
import { useKnown, useTurns } from './use-turns.ts'
import './home.css'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useWhenVisible } from '#web/ui/use-when-visible.ts'

// Rendered only until the user has completed them.
const FirstSteps = lazyPart(async () => (await import('./FirstSteps.tsx')).FirstSteps)

const WeekCard = lazyPart(async () => (await import('./WeekCard.tsx')).WeekCard)

// Below the fold; the first is only shown when a buddy shares.
const BuddiesPlay = lazyPart(async () => (await import('./BuddiesPlay.tsx')).BuddiesPlay)
const LatestMoments = lazyPart(async () => (await import('./LatestMoments.tsx')).LatestMoments, <CardSkeleton blockHeight={80} />)
const Shortcuts = lazyPart(async () => (await import('./Shortcuts.tsx')).Shortcuts)

/** `/` for signed-in users: requests, matches, news. */
export function HomePage() {
  const { i18n } = useLingui()
  const { data: me = null, isError } = useMyProfile()
  const stepsKey = `first-steps.${useMyUid()}`
  const [hasSteps] = useState(() => readStored(stepsKey) === null)
  // On the other days there is no card.
  const { count, turnOf } = useTurns((section) => (section === 'week' ? !isStartOfWeek() : section === 'steps' && !hasSteps))
  useKnown(turnOf('steps'), isError)
  const isBelow = turnOf('playing').isOn
  const rest = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(rest, isBelow)
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
        <Requests turn={turnOf('requests')} />
        <WeekCard turn={turnOf('week')} />
        {me && hasSteps && <FirstSteps me={me} storageKey={stepsKey} turn={turnOf('steps')} />}
        <TopMatches turn={turnOf('matches')} />
        {/* Another one for each section that is shown: it doesn't move. */}
        {!turnOf('matches').isOn && <CardSkeleton key={count} blockHeight={150} />}
        {isBelow && (
          <div className="wl-home" ref={rest}>
            {isNear && <BuddiesPlay turn={turnOf('playing')} />}
            {isNear && turnOf('latest').isOn && (
              <div className="wl-home-columns">
                <HomeSection
                  title={i18n._({ id: 'home.moments', message: 'Latest moments' })}
                  more={{ to: '/moments', label: i18n._({ id: 'profile.all-moments', message: 'All moments' }) }}
                >
                  <LatestMoments />
                </HomeSection>
                <HomeSection title={i18n._({ id: 'home.shortcuts', message: 'Shortcuts' })}>
                  <Shortcuts />
                </HomeSection>
              </div>
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** The server makes the card of a week from Monday to Wednesday. */
const isStartOfWeek = (): boolean => [1, 2, 3].includes(new Date().getDay())

const AHEAD = '300px'
/** Content further down loads after this time at the latest, so that it is ready when the user scrolls. */
const READY_AFTER_MS = 4_000

/** Whether the place is near the screen, or was. While what is above it loads, it may be near only for a moment, and does not count. */
function useIsNear(place: RefObject<Element | null>, isShown: boolean): boolean {
  const client = useQueryClient()
  const [isNear, setIsNear] = useState(false)
  const isLoaded = useIsFetching() === 0
  useWhenVisible(place, () => client.isFetching() === 0 && setIsNear(true), isShown && isLoaded && !isNear, AHEAD)
  useEffect(() => {
    const timer = setTimeout(() => setIsNear(true), READY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isNear
}
