import { useLingui } from '@lingui/react'
import type { NotificationSettingsChange, QuietHours } from '#contract/notifications.ts'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { ownTimeZone } from './own-time-zone.ts'
import { SettingsRow } from './SettingsCard.tsx'

const NIGHT: QuietHours = { from: 22 * 60, until: 7 * 60 }

/** When nothing may ring. The times are those of this browser's clock. */
export function QuietHoursRow({ quiet, onChange }: { quiet: QuietHours | null; onChange: (change: NotificationSettingsChange) => void }) {
  const { i18n } = useLingui()
  const label = i18n._({ id: 'settings.quiet', message: 'Quiet hours' })
  const set = (next: QuietHours | null) => onChange({ quiet: next, time_zone: ownTimeZone() })
  return (
    <>
      <SettingsRow
        label={label}
        hint={i18n._({ id: 'settings.quiet.hint', message: 'No push and no notices in this time; everything waits in the list.' })}
      >
        <Switch aria-label={label} checked={quiet !== null} onChange={({ currentTarget }) => set(currentTarget.checked ? NIGHT : null)} />
      </SettingsRow>
      {quiet && (
        <div className="wl-quiet-times">
          <Time
            label={i18n._({ id: 'settings.quiet.from', message: 'From' })}
            minute={quiet.from}
            onChange={(from) => set({ ...quiet, from })}
          />
          <Time
            label={i18n._({ id: 'settings.quiet.until', message: 'Until' })}
            minute={quiet.until}
            onChange={(until) => set({ ...quiet, until })}
          />
          <p className="wl-dim wl-small">{ownTimeZone().replaceAll('_', ' ')}</p>
        </div>
      )}
    </>
  )
}

function Time({ label, minute, onChange }: { label: string; minute: number; onChange: (minute: number) => void }) {
  const two = (figure: number) => String(figure).padStart(2, '0')
  return (
    <label className="wl-small wl-muted">
      {label}
      <input
        type="time"
        value={`${two(Math.floor(minute / 60))}:${two(minute % 60)}`}
        onChange={({ currentTarget }) => {
          const [hours = NaN, minutes = NaN] = currentTarget.value.split(':').map(Number)
          if (!Number.isNaN(hours + minutes)) onChange(hours * 60 + minutes)
        }}
      />
    </label>
  )
}
