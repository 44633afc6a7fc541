import { CancelButton } from '#web/ui/CancelButton.tsx'
import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { Reauthenticate } from '#web/features/identity/forms/Reauthenticate.tsx'
import { endSession, identityMethods } from '#web/features/identity/session.ts'
import { useCommand } from '#web/features/identity/forms/use-command.ts'
import { useMe } from '#web/features/profiles/me.ts'
import { notify } from '#web/platform/notices.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { consumeReturnPath } from '#web/features/identity/return-path.ts'
import '../settings.css'

/** The only confirmation of a deletion, so it stays longer than other notices. */
const CONFIRMATION_MS = 15_000

/** Deletes the account after the user typed its name, because deletion is irreversible. */
export function DeleteAccount({ onCancel }: { onCancel: () => void }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const me = useMe()
  const email = useAuthStore((state) => state.user?.email ?? '')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const { isBusy, problem, run } = useCommand()
  // Without a profile there is no user name yet.
  const confirmation = me?.user_name ?? email
  const needsProof = problem?.code === 'recent-sign-in-required'

  async function remove() {
    let filesPending = 0
    const isDone = await run(async () => {
      const methods = await identityMethods()
      ;({ filesPending } = await endSession(() => methods.deleteAccount()))
    })
    if (!isDone) return
    consumeReturnPath()
    notify(
      'info',
      i18n._({
        id: 'settings.delete.done',
        message:
          '{count, plural, =0 {Your account is deleted.} one {Your account is deleted. # file is hidden from everyone and will be deleted from our storage soon.} other {Your account is deleted. # files are hidden from everyone and will be deleted from our storage soon.}}',
        values: { count: filesPending },
      }),
      { timeoutMs: CONFIRMATION_MS },
    )
    void navigate('/')
  }

  function submit() {
    const isSame = typed.trim().replace(/^@/, '').toLowerCase() === confirmation.toLowerCase()
    setWrong(isSame ? null : i18n._({ id: 'settings.delete.wrong', message: 'Type {word} to continue.', values: { word: confirmation } }))
    if (isSame) void remove()
  }

  if (needsProof) return <Reauthenticate onProven={() => void remove()} onCancel={onCancel} />
  return (
    <Form onSubmit={submit}>
      <TextInput
        name="confirm"
        autoComplete="off"
        label={i18n._({ id: 'settings.delete.type', message: 'Type {word} to confirm', values: { word: confirmation } })}
        value={typed}
        error={wrong}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setWrong(null)
        }}
      />
      <FormMessage>{problem?.sentence}</FormMessage>
      <div className="wl-settings-actions">
        <CancelButton onClick={onCancel} />
        <Button type="submit" variant="danger" loading={isBusy}>
          {i18n._({ id: 'settings.delete.do', message: 'Delete my account for good' })}
        </Button>
      </div>
    </Form>
  )
}
