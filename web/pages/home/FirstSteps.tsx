import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Uid } from '#contract/base/ids.ts'
import { tasteCalls } from '#contract/taste.ts'
import { useFeed } from '#web/features/moments/moments.api.ts'
import { buddiesFeed } from '#web/features/moments/moments.cache.ts'
import { useMe } from '#web/features/profiles/me.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { firstStepsOf, type FirstStep, type StepName } from './first-steps.ts'
import { HomeSection } from './HomeSection.tsx'

/** What to do first. Goes by itself when all of it is done, or for good when it is sent away. */
export function FirstSteps() {
  const me = useMe()
  const sources = useCall(tasteCalls.getSources)
  const feed = useFeed(buddiesFeed)
  if (!me || !sources.data || feed.status !== 'ready') return null
  const steps = firstStepsOf(me, sources.data.sources, feed.moments)
  return steps.every(({ isDone }) => isDone) ? null : <Checklist key={me.uid} uid={me.uid} steps={steps} />
}

function Checklist({ uid, steps }: { uid: Uid; steps: readonly FirstStep[] }) {
  const { i18n } = useLingui()
  const [isHidden, setIsHidden] = useState(() => recall(memoryOf(uid)) !== null)
  const words = useStepWords(uid)
  if (isHidden) return null
  const handleHide = () => {
    keep(memoryOf(uid), 'hidden')
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

const memoryOf = (uid: Uid) => `first-steps.${uid}`

function useStepWords(uid: Uid): Record<StepName, { to: string; title: string; why: string }> {
  const { i18n } = useLingui()
  return {
    connect: {
      to: '/social_connect',
      title: i18n._({ id: 'home.step.connect', message: 'Connect an account' }),
      why: i18n._({ id: 'home.step.connect.why', message: 'Spotify or YouTube. Your matches become far better.' }),
    },
    about: {
      to: `/profile/${uid}`,
      title: i18n._({ id: 'home.step.about', message: 'Say who you are' }),
      why: i18n._({ id: 'home.step.about.why', message: 'A picture and a line are enough.' }),
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
