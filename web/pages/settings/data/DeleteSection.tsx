import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { AccountGate } from '../account/AccountGate.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { SettingsCard, SettingsRow } from '../SettingsCard.tsx'

/** Account deletion. */
export function DeleteSection() {
  const { i18n } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <AccountGate needs="delete_account">
      <SettingsCard title={i18n._({ id: 'settings.delete', message: 'Delete account' })}>
        <SettingsRow
          label={i18n._({ id: 'settings.delete.all', message: 'Delete your account and everything in it' })}
          hint={i18n._({
            id: 'settings.delete.hint',
            message:
              'Your profile, taste, moments and messages are deleted immediately and can’t be restored. In conversations, others see “Deleted account”.',
          })}
        >
          {!isOpen && (
            <Button variant="danger" onClick={() => setIsOpen(true)}>
              {i18n._({ id: 'settings.delete.open', message: 'Delete account' })}
            </Button>
          )}
        </SettingsRow>
        {isOpen && <DeleteAccount onCancel={() => setIsOpen(false)} />}
      </SettingsCard>
    </AccountGate>
  )
}
