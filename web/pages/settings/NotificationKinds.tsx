import { useLingui } from '@lingui/react'
import { type NotificationChannels, type NotificationKind, notificationKinds, type NotificationSettings } from '#contract/notifications.ts'
import { kindWords } from '#web/features/notifications/notifications.words.ts'
import './notification-kinds.css'

export type NotificationKindsProps = {
  kinds: NotificationSettings['kinds']
  onChange: (kinds: Partial<Record<NotificationKind, NotificationChannels>>) => void
}

/** Every kind of news against every way it can come. */
export function NotificationKinds({ kinds, onChange }: NotificationKindsProps) {
  const { i18n } = useLingui()
  const channels: readonly [keyof NotificationChannels, string][] = [
    ['in_app', i18n._({ id: 'settings.channel.in-app', message: 'In the app' })],
    ['push', i18n._({ id: 'settings.channel.push', message: 'Push' })],
    ['mail', i18n._({ id: 'settings.channel.mail', message: 'Email' })],
  ]
  return (
    <table className="wl-kinds">
      <thead>
        <tr>
          <th scope="col">
            <span className="wl-hidden">{i18n._({ id: 'settings.kinds', message: 'What happened' })}</span>
          </th>
          {channels.map(([channel, label]) => (
            <th key={channel} scope="col" className="wl-muted wl-small">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{kindWords(i18n, kind)}</th>
            {channels.map(([channel, label]) => (
              <td key={channel}>
                <label className="wl-kinds-box">
                  <input
                    type="checkbox"
                    aria-label={`${kindWords(i18n, kind)}: ${label}`}
                    checked={kinds[kind][channel]}
                    onChange={({ currentTarget }) => onChange({ [kind]: { ...kinds[kind], [channel]: currentTarget.checked } })}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
