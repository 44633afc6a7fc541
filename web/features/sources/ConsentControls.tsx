import { useId } from 'react'
import { useLingui } from '@lingui/react'
import type { Source } from '#contract/taste/taste.ts'
import { AudienceChoice } from './AudienceChoice.tsx'
import { sourceName } from './source.messages.ts'
import { setConsent, type Consent } from './sources.commands.ts'
import './ConsentControls.css'

/** Who may see a connected source's data, and whether it counts for matching. */
export function ConsentControls({ source }: { source: Source }) {
  if (!source.may_share) return <OwnerOnly source={source} />
  return (
    <>
      <ConsentFields consent={source} onChange={(change) => void setConsent(source, change)} />
      {source.counts_for_matching && source.shown_to !== 'everyone' && <CountsSilently source={source} />}
    </>
  )
}

/** Hidden data may still count for match percentages. */
function CountsSilently({ source }: { source: Source }) {
  const { i18n } = useLingui()
  return (
    <ConsentSwitch
      label={i18n._({ id: 'source.silently', message: 'Also counts silently' })}
      hint={
        source.counts_silently
          ? i18n._({ id: 'source.silently.on', message: 'People who can’t see it get your match in steps of 5, and never the items.' })
          : i18n._({ id: 'source.silently.off', message: 'It only counts for people who can see it.' })
      }
      isOn={source.counts_silently}
      onChange={(counts_silently) => void setConsent(source, { counts_silently })}
    />
  )
}

/** The same before a source is connected: the choice applies from the first import. */
export function ConsentDraft({ source, consent, onChange }: { source: Source; consent: Consent; onChange: (consent: Consent) => void }) {
  if (!source.may_share) return <OwnerOnly source={source} />
  return <ConsentFields consent={consent} onChange={(change) => onChange({ ...consent, ...change })} />
}

/** The operator has not confirmed that this API's data may be shown or used for matching. */
function OwnerOnly({ source: { source } }: { source: Source }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-small wl-muted">
      {i18n._({
        id: 'source.kept-to-owner',
        message: 'On this server, only you see your {source} data, and it doesn’t count for matching.',
        values: { source: sourceName(i18n, source) },
      })}
    </p>
  )
}

export function ConsentFields({ consent, onChange }: { consent: Consent; onChange: (change: Partial<Consent>) => void }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-consent">
      <AudienceChoice
        label={i18n._({ id: 'source.shown-to', message: 'Who may see it' })}
        value={consent.shown_to}
        onChange={(shown_to) => onChange({ shown_to })}
      />
      <ConsentSwitch
        label={i18n._({ id: 'source.counts', message: 'Counts for matching' })}
        hint={
          consent.counts_for_matching
            ? i18n._({ id: 'source.counts.on', message: 'People can find you through it.' })
            : i18n._({ id: 'source.counts.off', message: 'Nobody finds you through it.' })
        }
        isOn={consent.counts_for_matching}
        onChange={(counts_for_matching) => onChange({ counts_for_matching })}
      />
    </div>
  )
}

type ConsentSwitchProps = { label: string; hint: string; isOn: boolean; onChange: (isOn: boolean) => void }

function ConsentSwitch({ label, hint, isOn, onChange }: ConsentSwitchProps) {
  const hintId = useId()
  return (
    <label className="wl-consent-switch">
      <input
        type="checkbox"
        // The native checked state replaces `aria-checked`.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        checked={isOn}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        <span id={hintId} className="wl-small wl-dim">
          {hint}
        </span>
      </span>
    </label>
  )
}
