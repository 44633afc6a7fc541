import { useEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Uid } from '#contract/base/ids.ts'
import type { Moment } from '#contract/moments.ts'
import type { Profile } from '#contract/profiles.ts'
import { tasteCalls, type Source } from '#contract/taste/taste.ts'
import { useFeed } from '#web/features/moments/moments.api.ts'
import { buddiesFeed } from '#web/features/moments/moments.cache.ts'
import { writeStored } from '#web/platform/storage/browser-storage.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { HomeSection } from './HomeSection.tsx'
import { useKnown, type Turn } from './use-turns.ts'

type FirstStepsProps = {
  me: Profile
  /** Where this browser stores that the user completed or dismissed the list. */
  storageKey: string
  turn: Turn
}

/** A checklist of first steps. Disappears permanently when complete or dismissed. */
export function FirstSteps({ me, storageKey, turn }: FirstStepsProps) {
  const sources = useCall(tasteCalls.getSources)
  const feed = useFeed(buddiesFeed)
  const steps = sources.data && feed.status === 'ready' ? firstStepsOf(me, sources.data.sources, feed.moments) : null
  const isComplete = steps?.every(({ isDone }) => isDone) === true
  useKnown(turn, steps !== null || sources.isError || feed.status === 'failed')
  useEffect(() => {
    if (isComplete) writeStored(storageKey, 'complete')
  }, [isComplete, storageKey])
  return !steps || isComplete || !turn.isOn ? null : <Checklist uid={me.uid} steps={steps} storageKey={storageKey} />
}

type ChecklistProps = { uid: Uid; steps: readonly FirstStep[]; storageKey: string }

function Checklist({ uid, steps, storageKey }: ChecklistProps) {
  const { i18n } = useLingui()
  const [isHidden, setIsHidden] = useState(false)
  const text = useStepText(uid)
  if (isHidden) return null
  const handleHide = () => {
    writeStored(storageKey, 'hidden')
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
                {text[name].title}
                <span className="wl-hidden">{i18n._({ id: 'home.steps.done', message: '(done)' })}</span>
              </span>
            ) : (
              <span>
                <Link to={text[name].to}>{text[name].title}</Link>
                <span className="wl-dim wl-small">{text[name].why}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </HomeSection>
  )
}

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

export type StepName = 'connect' | 'about' | 'buddy' | 'moment'
export type FirstStep = { name: StepName; isDone: boolean }

export function firstStepsOf(me: Profile, sources: readonly Source[], moments: readonly Moment[]): FirstStep[] {
  return [
    {
      name: 'connect',
      isDone: sources.some(
        ({ source, status, synced_at }) =>
          source !== 'picks' && (status === 'connected' || status === 'syncing' || (status !== 'not_connected' && synced_at !== null)),
      ),
    },
    { name: 'about', isDone: me.avatar_url !== null || me.bio !== '' },
    { name: 'buddy', isDone: me.buddies_count !== null && me.buddies_count > 0 },
    { name: 'moment', isDone: moments.some(({ mine }) => mine) },
  ]
}
