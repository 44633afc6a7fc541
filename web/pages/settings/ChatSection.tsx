import { useLingui } from '@lingui/react'
import { useChatSettings } from '#web/features/chat/runtime/settings.ts'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { SettingsCard, SettingsRow } from './SettingsCard.tsx'

/** Chat: how one writes. Who learns of typing and reading is decided under privacy. */
export function ChatSection() {
  const { i18n } = useLingui()
  const { sendsByEnter, setSendsByEnter } = useChatSettings()
  const label = i18n._({ id: 'settings.chat.enter', message: 'Send with Enter' })
  return (
    <SettingsCard title={i18n._({ id: 'chat.title', message: 'Chat' })}>
      <SettingsRow
        label={label}
        hint={
          sendsByEnter
            ? i18n._({ id: 'settings.chat.enter.on', message: 'Shift and Enter start a new line.' })
            : i18n._({ id: 'settings.chat.enter.off', message: 'Enter starts a new line; Ctrl or Cmd and Enter send.' })
        }
      >
        <Switch aria-label={label} checked={sendsByEnter} onChange={({ currentTarget }) => setSendsByEnter(currentTarget.checked)} />
      </SettingsRow>
    </SettingsCard>
  )
}
