import { useLingui } from '@lingui/react'
import { useState } from 'react'
import type { Capabilities } from '#contract/identity.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { PasswordInput } from '#web/ui/inputs/PasswordInput.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { identityErrors } from '../provider/identity.errors.ts'
import { LinkForm } from './LoginMethods.tsx'
import { CheckYourEmail } from './CheckYourEmail.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import { PopupButtons } from './PopupButtons.tsx'
import { identityProvider } from '../session.ts'
import { useIdentityForm } from './use-identity-form.ts'
import { useOffer } from '../use-offer.ts'
import { MethodsDivider } from './MethodsDivider.tsx'

/** Creates an account with any enabled method. The password rules are visible from the start. */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { i18n } = useLingui()
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const [byLink, setByLink] = useState(false)
  const offer = useOffer()
  if (offer.isError) return <ErrorState kind={offer.error.failure.kind} onRetry={() => void offer.refetch()} />
  if (!offer.data) return <Skeleton shape="block" height={260} />
  const { methods, popup, password } = offer.data.identity
  if (mailedTo !== null) return <CheckYourEmail email={mailedTo} onBack={() => setMailedTo(null)} />
  if (byLink) return <LinkForm returnTo="/account-setup" onBack={() => setByLink(false)} />
  const hasPassword = methods.includes('password')
  return (
    <div className="wl-form">
      {hasPassword && <Form policy={password} onDone={onDone} onEmailSent={setMailedTo} />}
      {hasPassword && (popup.length > 0 || methods.includes('email_link')) && <MethodsDivider />}
      {methods.includes('popup') && <PopupButtons among={popup} onDone={onDone} />}
      {methods.includes('email_link') && (
        <Button variant="default" size="lg" fullWidth onClick={() => setByLink(true)}>
          {i18n._({ id: 'identity.link.sign-up', message: 'Sign up with an email link' })}
        </Button>
      )}
    </div>
  )
}

type FormProps = { policy: Capabilities['identity']['password']; onDone: () => void; onEmailSent: (email: string) => void }

function Form({ policy, onDone, onEmailSent }: FormProps) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const { form, general, isSending, handleSubmit } = useIdentityForm({
    passwordProblem: async (password) =>
      (await identityProvider().checkPassword(password)).ok ? null : i18n._(identityErrors['password-does-not-meet-requirements']),
    send: (credentials) => identityProvider().signUpWithPassword(credentials),
    onDone,
    onEmailSent,
  })
  form.watch('password', ({ value }) => setTyped(value))
  return (
    <form className="wl-form" onSubmit={handleSubmit} noValidate>
      <TextInput
        key={form.key('email')}
        {...form.getInputProps('email')}
        name="email"
        type="email"
        autoComplete="username"
        label={i18n._({ id: 'identity.email', message: 'Email' })}
        description={i18n._({ id: 'identity.email.private', message: 'Only for signing in. Nobody else sees it.' })}
      />
      <div>
        <PasswordInput
          key={form.key('password')}
          {...form.getInputProps('password')}
          name="password"
          autoComplete="new-password"
          aria-describedby="password-rules"
          label={i18n._({ id: 'identity.password', message: 'Password' })}
          visibilityToggleButtonProps={{ 'aria-label': i18n._({ id: 'identity.password.show', message: 'Show the password' }) }}
        />
        <PasswordRules id="password-rules" password={typed} policy={policy} />
      </div>
      <FormMessage>{general}</FormMessage>
      <Button type="submit" size="lg" fullWidth loading={isSending}>
        {i18n._({ id: 'identity.make-account', message: 'Create account' })}
      </Button>
    </form>
  )
}
