import { useLingui } from '@lingui/react'
import { changePrivacy, usePrivacy } from '#web/features/connections/privacy.ts'
import { Switch } from '#web/ui/inputs/Switch.ts'

/** Whether buddies see what the user plays. */
export function ListeningSwitch() {
  const { i18n } = useLingui()
  const privacy = usePrivacy()
  if (!privacy.data) return null
  return (
    <Switch
      size="xs"
      labelPosition="left"
      label={i18n._({ id: 'home.listening.share', message: 'Show what I’m playing' })}
      checked={privacy.data.listening}
      onChange={({ currentTarget }) => void changePrivacy({ listening: currentTarget.checked })}
    />
  )
}
