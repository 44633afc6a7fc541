import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { GroupSettings } from '#contract/chat/groups.ts'
import { NativeSelect } from '#web/ui/inputs/NativeSelect.ts'
import { Switch } from '#web/ui/inputs/Switch.ts'

const SLOW_SECONDS = [0, 10, 30, 60, 300, 900, 3_600]
const READ_ONLY_HOURS = [null, 1, 24, 7 * 24, 0]

type GroupSettingsFieldsProps = { settings: GroupSettings; onChange: (settings: GroupSettings) => void }

/** The owner's and admins' settings for new members and slow mode. */
export function GroupSettingsFields({ settings, onChange }: GroupSettingsFieldsProps) {
  const { i18n } = useLingui()
  const { needs_approval: needsApproval, slow_seconds: slowSeconds, read_only_hours: readOnlyHours } = settings
  return (
    <>
      <Switch
        label={i18n._({ id: 'group.settings.approval', message: 'Admins let new members in' })}
        description={i18n._({
          id: 'group.settings.approval.what',
          message: 'People with a link ask to join, and only admins invite.',
        })}
        checked={needsApproval}
        onChange={({ currentTarget }) => onChange({ ...settings, needs_approval: currentTarget.checked })}
      />
      <NativeSelect
        label={i18n._({ id: 'group.settings.read-only', message: 'New members can only read' })}
        value={String(readOnlyHours)}
        onChange={({ currentTarget: { value } }) => onChange({ ...settings, read_only_hours: value === 'null' ? null : Number(value) })}
        data={withCurrent(READ_ONLY_HOURS, readOnlyHours).map((hours) => ({ value: String(hours), label: readOnlyText(i18n, hours) }))}
      />
      <NativeSelect
        label={i18n._({ id: 'group.settings.slow', message: 'Slow mode' })}
        description={i18n._({ id: 'group.settings.slow.what', message: 'How long members wait between two messages.' })}
        value={String(slowSeconds)}
        onChange={({ currentTarget: { value } }) => onChange({ ...settings, slow_seconds: Number(value) })}
        data={withCurrent(SLOW_SECONDS, slowSeconds).map((seconds) => ({ value: String(seconds), label: slowText(i18n, seconds) }))}
      />
    </>
  )
}

/** The choices, with the current value if it is none of them. */
function withCurrent<T>(choices: readonly T[], current: T): readonly T[] {
  return choices.includes(current) ? choices : [...choices, current]
}

function readOnlyText(i18n: I18n, hours: number | null): string {
  if (hours === null) return i18n._({ id: 'group.settings.off', message: 'Off' })
  if (hours === 0) return i18n._({ id: 'group.settings.until-allowed', message: 'Until an admin allows them to write' })
  if (hours % 24 === 0)
    return i18n._({ id: 'group.link.days', message: '{days, plural, one {# day} other {# days}}', values: { days: hours / 24 } })
  return i18n._({ id: 'group.settings.hours', message: '{hours, plural, one {# hour} other {# hours}}', values: { hours } })
}

function slowText(i18n: I18n, seconds: number): string {
  if (seconds === 0) return i18n._({ id: 'group.settings.off', message: 'Off' })
  if (seconds % 3_600 === 0)
    return i18n._({
      id: 'group.settings.hours',
      message: '{hours, plural, one {# hour} other {# hours}}',
      values: { hours: seconds / 3_600 },
    })
  if (seconds % 60 === 0)
    return i18n._({
      id: 'group.settings.minutes',
      message: '{minutes, plural, one {# minute} other {# minutes}}',
      values: { minutes: seconds / 60 },
    })
  return i18n._({
    id: 'group.settings.seconds',
    message: '{seconds, plural, one {# second} other {# seconds}}',
    values: { seconds },
  })
}
