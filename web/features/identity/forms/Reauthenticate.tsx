import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { identityErrors } from '../provider/identity.errors.ts'
import { useAccount } from '../use-account.ts'
import { useIdentityMethods } from '../use-identity-methods.ts'
import { useCommand } from './use-command.ts'
import { useCapabilities } from '../use-capabilities.ts'

/** Re-authenticates the user for an action that requires a recent sign-in. */
export function Reauthenticate({ onProven, onCancel }: { onProven: () => void; onCancel: () => void }) {
  const { i18n } = useLingui()
  const account = useAccount().data
  const offered = useCapabilities().data?.identity.popup ?? []
  const { isBusy, problem, run } = useCommand()
  const withMethods = useIdentityMethods()
  const [password, setPassword] = useState('')
  if (!account) return null
  const others = offered.filter(({ id }) => account.providers.includes(id))
  const hasPassword = account.providers.includes('password')

  // The popup must open inside the click, so nothing is awaited before.
  async function reauthenticate(how: { password: string } | { providerId: string }) {
    if (await run(() => withMethods((methods) => methods.reauthenticate(how)))) onProven()
  }

  function submit() {
    void reauthenticate({ password })
  }

  return (
    <div className="wl-form">
      <p>{i18n._(identityErrors['recent-sign-in-required'])}</p>
      {hasPassword && (
        <Form onSubmit={submit}>
          <CurrentPasswordField value={password} error={problem?.field === 'password' ? problem.sentence : null} onChange={setPassword} />
          <Button type="submit" loading={isBusy}>
            {i18n._({ id: 'identity.prove', message: 'Confirm it’s you' })}
          </Button>
        </Form>
      )}
      {others.map(({ id, name }) => (
        <Button key={id} variant="default" loading={isBusy} onClick={() => void reauthenticate({ providerId: id })}>
          {i18n._({ id: 'identity.prove.popup', message: 'Confirm with {name}', values: { name } })}
        </Button>
      ))}
      {!hasPassword && others.length === 0 && (
        <p className="wl-muted">
          {i18n._({
            id: 'identity.prove.link',
            message: 'Log out, log in again with an email link, and come back here within five minutes.',
          })}
        </p>
      )}
      <FormMessage>{problem?.field === 'password' ? null : problem?.sentence}</FormMessage>
      <div>
        <CancelButton onClick={onCancel} isSubtle />
      </div>
    </div>
  )
}
