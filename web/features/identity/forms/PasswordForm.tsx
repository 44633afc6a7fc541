import { useLingui } from '@lingui/react'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Capabilities } from '#contract/identity/identity.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { PasswordInput } from '#web/ui/inputs/PasswordInput.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import type { IdentityUser } from '../provider/identity.provider.ts'
import { emailProblem, identityProblem } from '../identity.messages.ts'
import { PasswordRules } from './PasswordRules.tsx'

type Credentials = { email: string; password: string }

type PasswordFormProps = {
  /** The verb on the button. */
  button: string
  /** The rules of a new password; undefined for an existing one. */
  newPassword?: Capabilities['identity']['password']
  passwordProblem: (password: string) => string | null | Promise<string | null>
  /** @throws IdentityError */
  send: (credentials: Credentials) => Promise<IdentityUser | null>
  onDone: () => void
  /** An email with a link was sent instead of a sign-in. */
  onEmailSent?: (email: string) => void
}

/** Email and password, to log in or to sign up. A new password shows its rules from the start. */
export function PasswordForm(props: PasswordFormProps) {
  const { button, newPassword } = props
  const { i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const { form, general, isSending, handleSubmit } = useIdentityForm(props)
  form.watch('password', ({ value }) => setTyped(value))
  const [email, setEmail] = useState('')
  form.watch('email', ({ value }) => setEmail(value.trim()))
  const password = (
    <PasswordInput
      key={form.key('password')}
      {...form.getInputProps('password')}
      name="password"
      autoComplete={newPassword ? 'new-password' : 'current-password'}
      aria-describedby={newPassword ? 'password-rules' : undefined}
      label={i18n._({ id: 'identity.password', message: 'Password' })}
    />
  )
  return (
    <form className="wl-form" onSubmit={handleSubmit} noValidate>
      <TextInput
        key={form.key('email')}
        {...form.getInputProps('email')}
        name="email"
        type="email"
        // With "webauthn", browsers suggest passkeys here.
        autoComplete={newPassword ? 'username' : 'username webauthn'}
        label={i18n._({ id: 'identity.email', message: 'Email' })}
        description={newPassword && i18n._({ id: 'identity.email.private', message: 'Only for signing in. Nobody else sees it.' })}
      />
      {newPassword ? (
        <div>
          {password}
          <PasswordRules id="password-rules" password={typed} email={email} policy={newPassword} />
        </div>
      ) : (
        password
      )}
      <FormMessage>{general}</FormMessage>
      <Button type="submit" size="lg" fullWidth loading={isSending}>
        {button}
      </Button>
    </form>
  )
}

/** State of the form. Errors appear under their field; `general` belongs to none. */
function useIdentityForm({ passwordProblem, send, onDone, onEmailSent }: PasswordFormProps) {
  const { i18n } = useLingui()
  const [general, setGeneral] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: (email) => emailProblem(i18n, email), password: passwordProblem },
    // A check that failed: by default, the form would show the code of the error.
    resolveValidationError: (error) => identityProblem(i18n, error).sentence,
    onValuesChange: () => setGeneral(null),
  })

  function showError(error: unknown) {
    const { field, sentence } = identityProblem(i18n, error)
    if (!field) return setGeneral(sentence)
    form.setFieldError(field, sentence)
    form.getInputNode(field)?.focus()
  }

  async function submit(credentials: Credentials) {
    setIsSending(true)
    try {
      const email = credentials.email.trim()
      if (await send({ email, password: credentials.password })) onDone()
      else onEmailSent?.(email)
    } catch (error) {
      showError(error)
    } finally {
      setIsSending(false)
    }
  }

  const handleSubmit = form.onSubmit(
    (credentials) => void submit(credentials),
    (errors) => form.getInputNode(errors['email'] ? 'email' : 'password')?.focus(),
  )
  return { form, general, isSending, handleSubmit }
}
