import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/Button.tsx'
import { PasswordInput } from '#web/ui/inputs/PasswordInput.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { identityProvider } from '../session.ts'
import { useIdentityForm } from './use-identity-form.ts'

/** Signs in by password. */
export function LoginForm({ onDone }: { onDone: () => void }) {
  const { i18n } = useLingui()
  const { form, general, isSending, handleSubmit } = useIdentityForm({
    passwordProblem: (password) => (password ? null : i18n._({ id: 'identity.password.missing', message: 'Type your password.' })),
    send: (credentials) => identityProvider().signInWithPassword(credentials),
    onDone,
  })
  return (
    <form className="wl-form" onSubmit={handleSubmit} noValidate>
      <TextInput
        key={form.key('email')}
        {...form.getInputProps('email')}
        name="email"
        type="email"
        autoComplete="username"
        label={i18n._({ id: 'identity.email', message: 'E-mail' })}
      />
      <PasswordInput
        key={form.key('password')}
        {...form.getInputProps('password')}
        name="password"
        autoComplete="current-password"
        label={i18n._({ id: 'identity.password', message: 'Password' })}
        visibilityToggleButtonProps={{ 'aria-label': i18n._({ id: 'identity.password.show', message: 'Show the password' }) }}
      />
      <FormMessage>{general}</FormMessage>
      <Button type="submit" size="lg" fullWidth loading={isSending}>
        {i18n._({ id: 'identity.log-in', message: 'Log in' })}
      </Button>
    </form>
  )
}
