import { useId } from 'react'
import { useLingui } from '@lingui/react'
import { IconLock, IconUsers, IconWorld, type Icon } from '@tabler/icons-react'
import type { Audience } from '#contract/people.ts'
import './AudienceChoice.css'

const icons: Record<Audience, Icon> = { everyone: IconWorld, buddies: IconUsers, only_me: IconLock }

export type AudienceChoiceProps = { label: string; value: Audience; onChange: (value: Audience) => void }

/** Chooses an audience: everyone, buddies, only me. Radio buttons support the arrow keys. */
export function AudienceChoice({ label, value, onChange }: AudienceChoiceProps) {
  const { i18n } = useLingui()
  const name = useId()
  const labels: Record<Audience, string> = {
    everyone: i18n._({ id: 'audience.everyone', message: 'Everyone' }),
    buddies: i18n._({ id: 'audience.buddies', message: 'Buddies' }),
    only_me: i18n._({ id: 'audience.only-me', message: 'Only me' }),
  }
  return (
    <fieldset className="wl-audience">
      <legend className="wl-small wl-muted">{label}</legend>
      <div className="wl-audience-choices">
        {(['everyone', 'buddies', 'only_me'] as const).map((audience) => {
          const AudienceIcon = icons[audience]
          return (
            <label key={audience} className="wl-audience-choice">
              <input
                type="radio"
                className="wl-hidden"
                name={name}
                value={audience}
                checked={value === audience}
                onChange={() => onChange(audience)}
              />
              <AudienceIcon size={16} stroke={1.8} aria-hidden />
              {labels[audience]}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
