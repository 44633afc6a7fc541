import { useLingui } from '@lingui/react'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { Button } from '#web/ui/Button.tsx'
import { useLogOut } from '#web/pages/login/use-log-out.ts'
import { SettingsCard, SettingsRow } from './SettingsCard.tsx'

/** How one signs in, and the way out. */
export function AccountSection() {
  const { i18n } = useLingui()
  const email = useAuthStore((state) => state.user?.email ?? '')
  const { isLeaving, leave } = useLogOut()
  return (
    <SettingsCard title={i18n._({ id: 'settings.account', message: 'Account' })}>
      <SettingsRow
        label={email || i18n._({ id: 'identity.email', message: 'E-mail' })}
        hint={i18n._({ id: 'settings.email.hint', message: 'Your e-mail address. For signing in only; nobody else sees it.' })}
      >
        {null}
      </SettingsRow>
      <SettingsRow label={i18n._({ id: 'settings.sign-out', message: 'Sign out of this browser' })}>
        <Button variant="default" loading={isLeaving} onClick={leave}>
          {i18n._({ id: 'identity.log-out', message: 'Log out' })}
        </Button>
      </SettingsRow>
    </SettingsCard>
  )
}
