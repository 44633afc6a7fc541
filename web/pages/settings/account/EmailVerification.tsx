import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { identityMethods } from '#web/features/identity/session.ts'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { AccountGate } from './AccountGate.tsx'
import { SettingsRow } from '../SettingsCard.tsx'

/** A row that sends the link for an address that isn't confirmed. Shows nothing if the identity provider can't send it. */
export function EmailVerification({ email, label, hint }: { email: string; label: string; hint: string }) {
  const { i18n } = useLingui()
  const [isSent, setIsSent] = useState(false)
  const { isBusy, problem, run } = useCommand()

  async function send() {
    if (await run(async () => (await identityMethods()).sendVerification())) setIsSent(true)
  }

  return (
    <AccountGate needs="verify_email">
      <SettingsRow label={label} hint={hint}>
        {isSent ? (
          <p aria-live="polite">
            {i18n._({ id: 'settings.verify.sent', message: 'Check your email: we’ve sent a link to {email}.', values: { email } })}
          </p>
        ) : (
          <Button variant="default" loading={isBusy} onClick={() => void send()}>
            {i18n._({ id: 'settings.verify.send', message: 'Send the link' })}
          </Button>
        )}
      </SettingsRow>
      <FormMessage>{problem?.sentence}</FormMessage>
    </AccountGate>
  )
}
