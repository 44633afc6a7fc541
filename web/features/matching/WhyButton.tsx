import { Suspense, useState, type ComponentProps } from 'react'
import { useLingui } from '@lingui/react'
import { IconChevronDown } from '@tabler/icons-react'
import type { PersonCard } from '#contract/people.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import './WhyButton.css'

const load = async () => (await import('./WhyMatch.tsx')).WhyMatch
const WhyMatch = lazyComponent(load)

type WhyButtonProps = {
  person: Pick<PersonCard, 'uid' | 'name'>
  /** The total percentage of the match. */
  percent: number
  /** Shows a shorter text beside another percentage. */
  isShort?: boolean
}

/** "Why 78%": opens the explanation of a match. Its code loads with the first press. */
export function WhyButton({ person, percent, isShort = false }: WhyButtonProps) {
  const [isPressed, setPressed] = useState(false)
  // The component itself reports a failed load.
  const prepare = () => void load().catch(() => undefined)
  const waiting = (
    <WhyTrigger
      person={person}
      percent={percent}
      isShort={isShort}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setPressed(true)}
    />
  )
  if (!isPressed) return waiting
  return (
    <Suspense fallback={waiting}>
      <WhyMatch uid={person.uid} percent={percent} button={<WhyTrigger person={person} percent={percent} isShort={isShort} />} />
    </Suspense>
  )
}

type WhyTriggerProps = ComponentProps<'button'> & Pick<WhyButtonProps, 'person' | 'percent' | 'isShort'>

function WhyTrigger({ person: { name }, percent, isShort, ...props }: WhyTriggerProps) {
  const { i18n } = useLingui()
  return (
    <button
      type="button"
      {...props}
      className="wl-why-button"
      aria-label={i18n._({ id: 'match.why.with', message: 'Why {percent}% with {name}', values: { percent, name } })}
    >
      <span>
        {isShort
          ? i18n._({ id: 'match.why.short', message: 'Why' })
          : i18n._({ id: 'match.why', message: 'Why {percent}%', values: { percent } })}
      </span>
      <IconChevronDown size={14} stroke={1.8} aria-hidden />
    </button>
  )
}
