import { useId } from 'react'
import { useLingui } from '@lingui/react'
import type { Source } from '#contract/taste.ts'
import { AudienceChoice } from './AudienceChoice.tsx'
import { setConsent } from './sources.acts.ts'
import './ConsentControls.css'

/** Who may see what a source has brought, and whether it counts for matching. */
export function ConsentControls({ source }: { source: Source }) {
  const { i18n } = useLingui()
  const hintId = useId()
  return (
    <div className="wl-consent">
      <AudienceChoice
        label={i18n._({ id: 'source.shown-to', message: 'Who may see it' })}
        value={source.shown_to}
        onChange={(shown_to) => void setConsent(source, { shown_to })}
      />
      <label className="wl-consent-switch">
        <input
          type="checkbox"
          // The native checked state is what `aria-checked` would say.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          checked={source.counts_for_matching}
          aria-describedby={hintId}
          onChange={(event) => void setConsent(source, { counts_for_matching: event.currentTarget.checked })}
        />
        <span>
          {i18n._({ id: 'source.counts', message: 'Counts for matching' })}
          <span id={hintId} className="wl-small wl-dim">
            {source.counts_for_matching
              ? i18n._({ id: 'source.counts.on', message: 'People find you by it.' })
              : i18n._({ id: 'source.counts.off', message: 'Nobody finds you by it.' })}
          </span>
        </span>
      </label>
    </div>
  )
}
