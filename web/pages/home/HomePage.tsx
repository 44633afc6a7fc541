import { Suspense, useEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import { shortName } from '#web/ui/text/short-name.ts'
import { watchRemovals } from '#web/features/moments/moments.removals.ts'
import { useMe } from '#web/features/profiles/me.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import {
  IconCircle,
  IconCircleCheckFilled,
  IconCalendarWeek,
  IconMessageCircle,
  IconPencilPlus,
  IconPlugConnected,
  IconSparkles,
  type Icon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Uid } from '#contract/base/ids.ts'
import { tasteCalls, type Source } from '#contract/taste/taste.ts'
import { useFeed } from '#web/features/moments/moments.api.ts'
import { buddiesFeed } from '#web/features/moments/moments.cache.ts'
import { writeStored, readStored } from '#web/platform/browser-storage.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { HomeSection } from './HomeSection.tsx'
import { MomentActions } from '#web/features/moments/feed/MomentActions.tsx'
import { MomentCard } from '#web/features/moments/feed/MomentCard.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { Requests } from './Requests.tsx'
import { TopMatches } from './TopMatches.tsx'
import './home.css'
import type { Moment } from '#contract/moments.ts'
import type { Profile } from '#contract/profiles.ts'

const MAX_MOMENTS = 4

/** The latest moments of buddies, without the viewer's own. */
function LatestFromBuddies() {
  const { i18n } = useLingui()
  const feed = useFeed(buddiesFeed)
  const now = useNow()
  const moments = feed.status === 'ready' ? feed.moments.filter(({ mine }) => !mine).slice(0, MAX_MOMENTS) : []
  return (
    <HomeSection
      title={i18n._({ id: 'home.moments', message: 'Latest moments' })}
      more={{ to: '/moments', label: i18n._({ id: 'profile.all-moments', message: 'All moments' }) }}
    >
      {feed.status === 'loading' && <CardSkeleton blockHeight={80} />}
      {feed.status === 'failed' && <ErrorState kind={feed.failure.kind} onRetry={feed.retry} />}
      {feed.status === 'ready' && moments.length === 0 && (
        <div className="wl-card wl-home-quiet">
          <p className="wl-muted">
            {i18n._({ id: 'home.moments.none', message: 'When your buddies share something, you’ll see it here. Or go first.' })}
          </p>
          <Button component={Link} to="/moments" variant="default">
            {i18n._({ id: 'home.moments.share', message: 'Share a moment' })}
          </Button>
        </div>
      )}
      {moments.length > 0 && (
        <ul className="wl-home-moments">
          {moments.map((moment) => (
            <li key={moment.id} className="wl-card">
              <MomentCard moment={moment} now={now} actions={<MomentActions moment={moment} />} />
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  )
}

/** A checklist of first steps. Disappears when complete, or permanently when dismissed. */
function FirstSteps() {
  const me = useMe()
  const sources = useCall(tasteCalls.getSources)
  const feed = useFeed(buddiesFeed)
  if (!me || !sources.data || feed.status !== 'ready') return null
  const steps = firstStepsOf(me, sources.data.sources, feed.moments)
  return steps.every(({ isDone }) => isDone) ? null : <Checklist key={me.uid} uid={me.uid} steps={steps} />
}

function Checklist({ uid, steps }: { uid: Uid; steps: readonly FirstStep[] }) {
  const { i18n } = useLingui()
  const [isHidden, setIsHidden] = useState(() => readStored(storageKey(uid)) !== null)
  const words = useStepText(uid)
  if (isHidden) return null
  const handleHide = () => {
    writeStored(storageKey(uid), 'hidden')
    setIsHidden(true)
  }
  return (
    <HomeSection
      title={i18n._({ id: 'home.steps', message: 'Make it yours' })}
      aside={
        <Button variant="subtle" onClick={handleHide}>
          {i18n._({ id: 'home.steps.hide', message: 'Not now' })}
        </Button>
      }
    >
      <ol className="wl-card wl-first-steps">
        {steps.map(({ name, isDone }) => (
          <li key={name} data-done={isDone || undefined}>
            {isDone ? <IconCircleCheckFilled size={22} aria-hidden /> : <IconCircle size={22} stroke={1.8} aria-hidden />}
            {isDone ? (
              <span>
                {words[name].title}
                <span className="wl-hidden">{i18n._({ id: 'home.steps.done', message: '(done)' })}</span>
              </span>
            ) : (
              <span>
                <Link to={words[name].to}>{words[name].title}</Link>
                <span className="wl-dim wl-small">{words[name].why}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </HomeSection>
  )
}

const storageKey = (uid: Uid) => `first-steps.${uid}`

function useStepText(uid: Uid): Record<StepName, { to: string; title: string; why: string }> {
  const { i18n } = useLingui()
  return {
    connect: {
      to: '/social_connect',
      title: i18n._({ id: 'home.step.connect', message: 'Connect an account' }),
      why: i18n._({ id: 'home.step.connect.why', message: 'Spotify or YouTube. Your matches get much better.' }),
    },
    about: {
      to: `/profile/${uid}`,
      title: i18n._({ id: 'home.step.about', message: 'Introduce yourself' }),
      why: i18n._({ id: 'home.step.about.why', message: 'Add a photo and a short bio.' }),
    },
    buddy: {
      to: '/find_buddies',
      title: i18n._({ id: 'home.step.buddy', message: 'Find your first buddy' }),
      why: i18n._({ id: 'home.step.buddy.why', message: 'See who matches you, and why.' }),
    },
    moment: {
      to: '/moments',
      title: i18n._({ id: 'home.step.moment', message: 'Share a moment' }),
      why: i18n._({ id: 'home.step.moment.why', message: 'What have you had on repeat?' }),
    },
  }
}

// Below the fold, and only shown when a buddy shares.
const BuddiesPlay = lazyComponent(async () => (await import('./BuddiesPlay.tsx')).BuddiesPlay)

// From Monday to Wednesday.
const WeekCard = lazyComponent(async () => (await import('./WeekCard.tsx')).WeekCard)

/** `/` for signed-in users: requests, matches, news. */
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
        lead={i18n._({ id: 'home.lead', message: 'Here’s what’s new.' })}
      />
      <div className="wl-home">
        <Requests />
        <Suspense>
          <WeekCard />
        </Suspense>
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

export type StepName = 'connect' | 'about' | 'buddy' | 'moment'
export type FirstStep = { name: StepName; isDone: boolean }

/** The first steps and whether each is done. */
export function firstStepsOf(me: Profile, sources: readonly Source[], moments: readonly Moment[]): FirstStep[] {
  return [
    {
      name: 'connect',
      isDone: sources.some(({ source, status }) => source !== 'picks' && (status === 'connected' || status === 'syncing')),
    },
    { name: 'about', isDone: me.avatar_url !== null || me.bio !== '' },
    { name: 'buddy', isDone: me.buddies_count !== null && me.buddies_count > 0 },
    { name: 'moment', isDone: moments.some(({ mine }) => mine) },
  ]
}
