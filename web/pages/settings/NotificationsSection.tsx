import { useLingui } from '@lingui/react'
import { type Digest, notificationCalls, type NotificationSettings, type NotificationSettingsChange } from '#contract/notifications.ts'
import { useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SegmentedControl } from '#web/ui/inputs/SegmentedControl.ts'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { changeNotifications } from './change-notifications.ts'
import { NotificationKinds } from './NotificationKinds.tsx'
import { ownTimeZone } from './own-time-zone.ts'
import { PushRow } from './PushRow.tsx'
import { QuietHoursRow } from './QuietHoursRow.tsx'
import { SettingsCard, SettingsRow, SettingsSkeleton } from './SettingsCard.tsx'

/** What one hears of, where and when. */
export function NotificationsSection() {
  const { i18n } = useLingui()
  const settings = useCall(notificationCalls.getNotificationSettings)
  return (
    <SettingsCard title={i18n._({ id: 'notifications.title', message: 'Notifications' })}>
      {settings.isPending && <SettingsSkeleton rows={5} />}
      {settings.error && <ErrorState kind={settings.error.failure.kind} onRetry={() => void settings.refetch()} />}
      {settings.data && <Choices settings={settings.data} onChange={(change) => void changeNotifications(change)} />}
    </SettingsCard>
  )
}

type SettingsProps = { settings: NotificationSettings; onChange: (change: NotificationSettingsChange) => void }

function Choices({ settings, onChange }: SettingsProps) {
  const { i18n } = useLingui()
  const textLabel = i18n._({ id: 'settings.push-text', message: 'Show the words of messages' })
  const digestLabel = i18n._({ id: 'settings.digest', message: 'Summary by email' })
  return (
    <>
      <NotificationKinds kinds={settings.kinds} onChange={(kinds) => onChange({ kinds })} />
      <PushRow />
      <SettingsRow
        label={textLabel}
        hint={i18n._({
          id: 'settings.push-text.hint',
          message: 'Otherwise a push says only who wrote. Others may see your locked screen.',
        })}
      >
        <Switch
          aria-label={textLabel}
          checked={settings.push_shows_text}
          onChange={({ currentTarget }) => onChange({ push_shows_text: currentTarget.checked })}
        />
      </SettingsRow>
      <QuietHoursRow quiet={settings.quiet} onChange={onChange} />
      <SettingsRow
        label={digestLabel}
        hint={i18n._({ id: 'settings.digest.hint', message: 'In the morning, and only when there is something you have not seen.' })}
      >
        <SegmentedControl<Digest>
          aria-label={digestLabel}
          radius="xl"
          value={settings.digest}
          onChange={(digest) => onChange({ digest, time_zone: ownTimeZone() })}
          data={[
            { value: 'off', label: i18n._({ id: 'settings.digest.off', message: 'Off' }) },
            { value: 'daily', label: i18n._({ id: 'settings.digest.daily', message: 'Daily' }) },
            { value: 'weekly', label: i18n._({ id: 'settings.digest.weekly', message: 'Weekly' }) },
          ]}
        />
      </SettingsRow>
    </>
  )
}
