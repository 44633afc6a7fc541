import { useRef, useEffect, useState, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { IconCalendarWeek, IconMessageCircle, IconPencilPlus, IconPlugConnected, IconSparkles, type Icon } from '@tabler/icons-react'
import { Link } from 'react-router'
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
          <Shortcuts />
        </div>
      </div>
    </>
  )
}

type Shortcut = { to: string; icon: Icon; kind: 'music' | 'video' | 'match' | 'plain'; title: string; text: string }

/** Links to the most used pages. */
function Shortcuts() {
  const { i18n } = useLingui()
  const shortcuts: readonly Shortcut[] = [
    {
      to: '/discover_content',
      icon: IconSparkles,
      kind: 'music',
      title: i18n._({ id: 'home.discover', message: 'Fresh for you' }),
      text: i18n._({ id: 'home.discover.text', message: 'Loved by people with similar taste' }),
    },
    {
      to: '/moments',
      icon: IconPencilPlus,
      kind: 'match',
      title: i18n._({ id: 'home.share', message: 'Share a moment' }),
      text: i18n._({ id: 'home.share.text', message: 'A track, a video, a thought' }),
    },
    {
      to: '/chat',
      icon: IconMessageCircle,
      kind: 'video',
      title: i18n._({ id: 'home.chat', message: 'Keep talking' }),
      text: i18n._({ id: 'home.chat.text', message: 'Your conversations' }),
    },
    {
      to: '/week',
      icon: IconCalendarWeek,
      kind: 'plain',
      title: i18n._({ id: 'week.title', message: 'Your week' }),
      text: i18n._({ id: 'home.week.text', message: 'What you played, and who moved closer' }),
    },
    {
      to: '/social_connect',
      icon: IconPlugConnected,
      kind: 'plain',
      title: i18n._({ id: 'home.accounts', message: 'Your music and video accounts' }),
      text: i18n._({ id: 'home.accounts.text', message: 'Connect accounts and choose who sees what' }),
    },
  ]
  return (
    <HomeSection title={i18n._({ id: 'home.shortcuts', message: 'Shortcuts' })}>
      <ul className="wl-shortcuts">
        {shortcuts.map(({ to, icon: ShortcutIcon, kind, title, text }) => (
          <li key={to}>
            <Link to={to} className="wl-card wl-shortcut">
              <span className="wl-shortcut-icon" data-kind={kind}>
                <ShortcutIcon size={20} stroke={1.8} aria-hidden />
              </span>
              <span>
                <strong>{title}</strong>
                <span className="wl-dim wl-small">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
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
