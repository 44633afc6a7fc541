import { useLingui } from '@lingui/react'
import { useState, type FormEvent } from 'react'
import { CurrentPasswordField } from '#web/features/identity/forms/CurrentPasswordField.tsx'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'

export type ConfirmWithPasswordProps = {
  lead?: string
  /** The verb on the button. */
  button: string
  /** @throws IdentityError */
  onConfirm: (password: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the password before a change of how the user signs in. */
export function ConfirmWithPassword({ lead, button, onConfirm, onCancel }: ConfirmWithPasswordProps) {
  const { i18n } = useLingui()
  const [password, setPassword] = useState('')
  const { isBusy, problem, run } = useCommand()
  const isWrong = problem?.code === 'invalid-credentials'

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void run(() => onConfirm(password))
  }

  return (
    <form className="wl-form" onSubmit={handleSubmit} noValidate>
      {lead !== undefined && <p className="wl-muted">{lead}</p>}
      <CurrentPasswordField
        value={password}
        error={isWrong ? i18n._({ id: 'settings.password.wrong', message: 'That isn’t your current password.' }) : null}
        onChange={setPassword}
      />
      <FormMessage>{isWrong ? null : problem?.sentence}</FormMessage>
      <div className="wl-settings-actions">
        <Button type="submit" loading={isBusy}>
          {button}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
        </Button>
      </div>
    </form>
  )
}
