import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { identityCalls, type Offer } from '#contract/identity.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormMessage } from '#web/ui/FormMessage.tsx'
import { PasswordInput } from '#web/ui/PasswordInput.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/TextInput.ts'
import { identityErrors } from './identity.errors.ts'
import { PasswordRules } from './PasswordRules.tsx'
import { identityProvider } from './session.ts'
import { useIdentityForm } from './use-identity-form.ts'

/** Makes an account by password. The rules come from the provider and are shown before they are broken. */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const offer = useCall(identityCalls.getOffer, {}, { staleMs: Number.POSITIVE_INFINITY })
  if (offer.isError) return <ErrorState kind={offer.error.failure.kind} onRetry={() => void offer.refetch()} />
  if (!offer.data) return <Skeleton shape="block" height={260} />
  return <Form policy={offer.data.identity.password} onDone={onDone} />
}

function Form({ policy, onDone }: { policy: Offer['identity']['password']; onDone: () => void }) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const { form, general, isSending, handleSubmit } = useIdentityForm({
    passwordProblem: async (password) =>
      (await identityProvider().checkPassword(password)).ok ? null : i18n._(identityErrors['password-does-not-meet-requirements']),
    send: (credentials) => identityProvider().signUpWithPassword(credentials),
    onDone,
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
        label={i18n._({ id: 'identity.email', message: 'E-mail' })}
        description={i18n._({ id: 'identity.email.private', message: 'For signing in only. Nobody else sees it.' })}
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
        <PasswordRules id="password-rules" password={typed} minLength={policy.min_length} maxLength={policy.max_length} />
      </div>
      <FormMessage>{general}</FormMessage>
      <Button type="submit" size="lg" fullWidth loading={isSending}>
        {i18n._({ id: 'identity.make-account', message: 'Create account' })}
      </Button>
    </form>
  )
}
