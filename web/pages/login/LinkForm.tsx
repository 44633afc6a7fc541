import { useLingui } from '@lingui/react'
import { useState, type FormEvent } from 'react'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { CurrentPasswordField } from '#web/features/identity/forms/CurrentPasswordField.tsx'
import { identityErrors } from '#web/features/identity/provider/identity.errors.ts'
import { emailProblem } from '#web/features/identity/identity.words.ts'
import { NewPasswordField } from '#web/features/identity/forms/NewPasswordField.tsx'
import { identityProvider } from '#web/features/identity/session.ts'
import { useAct } from '#web/features/identity/forms/use-command.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { useLinkWords } from './link-words.ts'
import { consume, type MailedLink } from './mailed-link.ts'

/** Asks for what the link needs besides its code, and uses it up when the button is pressed. */
export function LinkForm({ link, onDone }: { link: MailedLink; onDone: () => void }) {
  const { i18n } = useLingui()
  const { mode } = link
  const words = useLinkWords(mode)
  const [known] = useState(() => (mode === 'link' ? identityProvider().emailOfSignInLink() : null))
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [emailWrong, setEmailWrong] = useState<string | null>(null)
  const [isElsewhere, setIsElsewhere] = useState(false)
  const { isBusy, refusal, act } = useAct()
  const asksEmail = mode === 'link' && (known === null || refusal?.code === 'link-email-mismatch')
  const passwordWrong = refusal?.field === 'password' ? refusal.sentence : null

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const wrong = asksEmail ? emailProblem(i18n, email) : null
    setEmailWrong(wrong)
    if (wrong) return
    const work = () => consume(link, { email: email.trim(), password, otherDevice: isElsewhere })
    if (await act(() => work().catch(rememberElsewhere))) onDone()
  }

  function rememberElsewhere(error: unknown): never {
    if (error instanceof Error && error.message === 'link-other-device') setIsElsewhere(true)
    throw error
  }

  return (
    <form className="wl-form" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <p className="wl-muted">{words.lead}</p>
      <ReplacesSomebody mode={mode} />
      {asksEmail && (
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          label={i18n._({ id: 'link.email', message: 'The address the link was sent to' })}
          value={email}
          error={emailWrong ?? (refusal?.code === 'link-email-mismatch' ? refusal.sentence : null)}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      {mode === 'sign-up' && isElsewhere && (
        <CurrentPasswordField
          label={i18n._({ id: 'link.sign-up.password', message: 'The password you chose when you signed up' })}
          value={password}
          error={passwordWrong}
          onChange={setPassword}
        />
      )}
      {mode === 'reset-password' && <NewPasswordField value={password} error={passwordWrong} onChange={setPassword} />}
      {isElsewhere && <p role="alert">{i18n._(identityErrors['link-other-device'])}</p>}
      <FormMessage>{isToldElsewhere(refusal) ? null : refusal?.sentence}</FormMessage>
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        {isElsewhere && mode === 'link' ? i18n._({ id: 'link.yes', message: 'Yes, it was me: sign in' }) : words.button}
      </Button>
    </form>
  )
}

const isToldElsewhere = (refusal: ReturnType<typeof useAct>['refusal']) =>
  refusal?.field === 'password' || refusal?.code === 'link-other-device' || refusal?.code === 'link-email-mismatch'

/** Whoever is signed in here hears that somebody else may take their place. */
function ReplacesSomebody({ mode }: { mode: MailedLink['mode'] }) {
  const { i18n } = useLingui()
  const email = useAuthStore((state) => state.user?.email)
  if (!email || (mode !== 'link' && mode !== 'sign-up' && mode !== 'custom-token')) return null
  return (
    <p>
      {i18n._({ id: 'link.signed-in', message: 'You are signed in as {email}. The link’s account takes its place.', values: { email } })}
    </p>
  )
}
