import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { CurrentPasswordField } from '#web/features/identity/forms/CurrentPasswordField.tsx'
import { NewPasswordField } from '#web/features/identity/forms/NewPasswordField.tsx'
import { identityMethods } from '#web/features/identity/session.ts'
import { useAccount } from '#web/features/identity/use-account.ts'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { notify } from '#web/platform/notices.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { AccountGate } from './AccountGate.tsx'
import { SettingsCard } from '../SettingsCard.tsx'

/** Changes the password of accounts that have one. */
export function PasswordSection() {
  const { i18n } = useLingui()
  const hasPassword = useAccount().data?.providers.includes('password') ?? false
  if (!hasPassword) return null
  return (
    <AccountGate needs="change_password">
      <SettingsCard title={i18n._({ id: 'settings.password', message: 'Password' })}>
        <PasswordForm />
      </SettingsCard>
    </AccountGate>
  )
}

function PasswordForm() {
  const { i18n } = useLingui()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const { isBusy, problem, run } = useCommand()
  const isNextWrong = problem?.code === 'password-does-not-meet-requirements'
  const isCurrentWrong = problem?.code === 'invalid-credentials'

  async function submit() {
    if (!(await run(async () => (await identityMethods()).changePassword({ current, next })))) return
    setCurrent('')
    setNext('')
    notify('positive', i18n._({ id: 'settings.password.done', message: 'Password changed. You’re signed out everywhere else.' }))
  }

  return (
    <Form onSubmit={submit}>
      <CurrentPasswordField
        label={i18n._({ id: 'settings.password.current', message: 'Current password' })}
        value={current}
        error={isCurrentWrong ? i18n._({ id: 'settings.password.wrong', message: 'That isn’t your current password.' }) : null}
        onChange={setCurrent}
      />
      <NewPasswordField value={next} error={isNextWrong ? problem.sentence : null} onChange={setNext} />
      <FormMessage>{isNextWrong || isCurrentWrong ? null : problem?.sentence}</FormMessage>
      <div>
        <Button type="submit" variant="default" loading={isBusy}>
          {i18n._({ id: 'settings.password.change', message: 'Change the password' })}
        </Button>
      </div>
    </Form>
  )
}
