import { useLingui } from '@lingui/react'
import { type TogetherSession, togetherRoles } from '#contract/together.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { NativeSelect } from '#web/ui/inputs/NativeSelect.ts'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { roleText } from './together.messages.ts'
import { sendCommand } from './together.store.ts'

type SettingsDialogProps = { session: TogetherSession; me: string; onClose: () => void }

/** Roles and settings. Everyone sees them, and the host changes them. */
export function SettingsDialog({ session, me, onClose }: SettingsDialogProps) {
  const { i18n } = useLingui()
  const { chat_id: chatId, members, control, turns } = session
  const isHost = members.some(({ uid, role }) => uid === me && role === 'host')
  return (
    <Modal opened onClose={onClose} title={i18n._({ id: 'together.settings', message: 'Session settings' })}>
      <div className="wl-together-dialog">
        <ul>
          {members.map(({ uid, name, avatar, role }) => (
            <li key={uid}>
              <Avatar person={{ uid, name, avatar_url: avatar }} size={32} />
              <span className="wl-line">{name}</span>
              {isHost && uid !== me ? (
                <NativeSelect
                  aria-label={i18n._({ id: 'together.role', message: 'Role of {name}', values: { name } })}
                  value={role}
                  data={togetherRoles.map((value) => ({ value, label: roleText(i18n, value) }))}
                  onChange={({ currentTarget }) =>
                    sendCommand(chatId, { kind: 'role', uid, role: togetherRoles.find((entry) => entry === currentTarget.value) ?? role })
                  }
                />
              ) : (
                <span className="wl-muted">{roleText(i18n, role)}</span>
              )}
            </li>
          ))}
        </ul>
        <p className="wl-small wl-muted">
          {i18n._({
            id: 'together.roles.rule',
            message:
              'If the host leaves, the first co-host takes over, otherwise whoever joined first. Host and co-hosts reorder the queue and skip at once; guests vote. While these are away, everyone can pause and seek.',
          })}
        </p>
        <Switch
          label={i18n._({ id: 'together.all-control', message: 'Everyone can pause and seek' })}
          checked={control === 'all'}
          disabled={!isHost}
          onChange={({ currentTarget }) =>
            sendCommand(chatId, { kind: 'settings', control: currentTarget.checked ? 'all' : 'host', turns })
          }
        />
        <Switch
          label={i18n._({ id: 'together.turns', message: 'Take turns choosing' })}
          checked={turns}
          disabled={!isHost}
          onChange={({ currentTarget }) => sendCommand(chatId, { kind: 'settings', control, turns: currentTarget.checked })}
        />
      </div>
    </Modal>
  )
}
