import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { emailProblem } from '#web/features/identity/identity.messages.ts'
import { CheckYourEmail } from '#web/features/identity/forms/CheckYourEmail.tsx'
import { Reauthenticate } from '#web/features/identity/forms/Reauthenticate.tsx'
import { identityMethods } from '#web/features/identity/session.ts'
import { useAccount } from '#web/features/identity/use-account.ts'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { AccountGate } from './AccountGate.tsx'
import { SettingsCard } from '../SettingsCard.tsx'
import { EmailVerification } from './EmailVerification.tsx'

/** Verifies or changes the account's email address. */
export function EmailSection() {
  const { i18n } = useLingui()
  const account = useAccount().data
  if (!account) return null
  return (
    <AccountGate needs="change_email">
      <SettingsCard title={i18n._({ id: 'settings.address', message: 'Email address' })}>
        {!account.emailVerified && (
          <EmailVerification
            email={account.email}
            label={i18n._({ id: 'settings.verify', message: 'Your address isn’t confirmed yet' })}
            hint={i18n._({ id: 'settings.verify.hint', message: 'We’ll email you a link to confirm that it’s yours.' })}
          />
        )}
        <ChangeForm />
      </SettingsCard>
    </AccountGate>
  )
}

function ChangeForm() {
  const { i18n } = useLingui()
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { isBusy, problem, run, reset } = useCommand()

  async function send() {
    const wrongEmail = emailProblem(i18n, email)
    setWrong(wrongEmail)
    if (!wrongEmail && (await run(async () => (await identityMethods()).changeEmail({ email: email.trim() })))) setSentTo(email.trim())
  }

  if (sentTo !== null) return <CheckYourEmail email={sentTo} onBack={() => setSentTo(null)} />
  const needsProof = problem?.code === 'recent-sign-in-required'
  return (
    <>
      <Form onSubmit={send}>
        <TextInput
          name="new-email"
          type="email"
          autoComplete="email"
          label={i18n._({ id: 'settings.address.new', message: 'New address' })}
          description={i18n._({
            id: 'settings.address.hint',
            message: 'We’ll email a link to the new address. The old one stays until you open it.',
          })}
          value={email}
          error={wrong ?? (problem?.field === 'email' ? problem.sentence : null)}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <FormMessage>{needsProof || problem?.field === 'email' ? null : problem?.sentence}</FormMessage>
        {!needsProof && (
          <div>
            <Button type="submit" variant="default" loading={isBusy}>
              {i18n._({ id: 'settings.address.change', message: 'Change the address' })}
            </Button>
          </div>
        )}
      </Form>
      {needsProof && <Reauthenticate onProven={() => void send()} onCancel={reset} />}
    </>
  )
}
