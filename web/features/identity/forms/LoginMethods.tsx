import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { identityMethods } from '../session.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { emailProblem } from '../identity.messages.ts'
import { CheckYourEmail } from './CheckYourEmail.tsx'
import { useCommand } from './use-command.ts'
import { PopupButtons } from './PopupButtons.tsx'
import { canUsePasskeys } from '../can-use-passkeys.ts'
import { useCapabilities } from '../use-capabilities.ts'
import { MethodsDivider } from './MethodsDivider.tsx'
import { signInOrRequestCode, SecondFactorStep } from './SecondFactorStep.tsx'

const PasskeyLogin = lazyPart(async () => (await import('./PasskeyLogin.tsx')).PasskeyLogin)

/** @param returnTo the path where a sign-in link leads */
export type LoginMethodsProps = { returnTo: string; onDone: () => void }

/** All enabled sign-in methods for users with an account. */
export function LoginMethods({ returnTo, onDone }: LoginMethodsProps) {
  const { i18n } = useLingui()
  const [view, setView] = useState<'methods' | 'link' | 'forgot' | 'code'>('methods')
  const capabilities = useCapabilities()
  if (capabilities.isError) return <ErrorState kind={capabilities.error.failure.kind} onRetry={() => void capabilities.refetch()} />
  if (!capabilities.data) return <Skeleton shape="block" height={260} />
  const { methods, popup, account } = capabilities.data.identity
  const back = () => setView('methods')
  if (view === 'code') return <SecondFactorStep onDone={onDone} onBack={back} />
  if (view === 'link') return <LinkForm returnTo={returnTo} onBack={back} />
  if (view === 'forgot') return <ForgotForm onBack={back} />
  const hasPassword = methods.includes('password')
  const hasOthers = methods.includes('email_link') || popup.length > 0 || (methods.includes('passkey') && canUsePasskeys())
  return (
    <div className="wl-form">
      {hasPassword && (
        <PasswordForm
          button={i18n._({ id: 'identity.log-in', message: 'Log in' })}
          passwordProblem={(typed) => (typed ? null : i18n._({ id: 'identity.password.missing', message: 'Enter your password.' }))}
          send={(credentials) =>
            signInOrRequestCode(
              async () => (await identityMethods()).signInWithPassword(credentials),
              () => setView('code'),
            )
          }
          onDone={onDone}
        />
      )}
      {hasPassword && account.includes('reset_password') && (
        <Button variant="subtle" onClick={() => setView('forgot')}>
          {i18n._({ id: 'identity.forgot', message: 'Forgot your password?' })}
        </Button>
      )}
      {hasPassword && hasOthers && <MethodsDivider />}
      {methods.includes('passkey') && <PasskeyLogin onDone={onDone} />}
      {methods.includes('popup') && <PopupButtons among={popup} onDone={onDone} />}
      {methods.includes('email_link') && (
        <Button variant="default" size="lg" fullWidth onClick={() => setView('link')}>
          {i18n._({ id: 'identity.link', message: 'Get a sign-in link by email' })}
        </Button>
      )}
    </div>
  )
}

/** Requests a sign-in link by email. */
export function LinkForm({ returnTo, onBack }: { returnTo: string; onBack: () => void }) {
  const { i18n } = useLingui()
  return (
    <EmailForm
      button={i18n._({ id: 'identity.link.send', message: 'Send the link' })}
      send={async (email) => (await identityMethods()).sendSignInLink({ email, returnTo })}
      onBack={onBack}
    >
      {i18n._({ id: 'identity.link.lead', message: 'We’ll email you a link that signs you in without a password.' })}
    </EmailForm>
  )
}

function ForgotForm({ onBack }: { onBack: () => void }) {
  const { i18n } = useLingui()
  return (
    <EmailForm
      button={i18n._({ id: 'identity.link.send', message: 'Send the link' })}
      send={async (email) => (await identityMethods()).sendPasswordReset(email)}
      onBack={onBack}
    >
      {i18n._({ id: 'identity.forgot.lead', message: 'We’ll email you a link to set a new password.' })}
    </EmailForm>
  )
}

type EmailFormProps = {
  /** A sentence that says what the email is for. */
  children: string
  /** The verb on the button. */
  button: string
  /** @throws IdentityError */
  send: (email: string) => Promise<unknown>
  onBack: () => void
}

/** Asks for an address and sends a link there. The response never reveals whether the address is known. */
function EmailForm({ children, button, send, onBack }: EmailFormProps) {
  const { i18n } = useLingui()
  const [email, setEmail] = useState('')
  const [typingError, setTypingError] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { isBusy, problem, run, reset } = useCommand()

  async function submit() {
    const wrong = emailProblem(i18n, email)
    setTypingError(wrong)
    if (!wrong && (await run(() => send(email.trim())))) setSentTo(email.trim())
  }

  if (sentTo !== null) return <CheckYourEmail email={sentTo} onBack={onBack} />
  return (
    <Form onSubmit={submit}>
      <p className="wl-muted">{children}</p>
      <TextInput
        name="email"
        type="email"
        autoComplete="username"
        label={i18n._({ id: 'identity.email', message: 'Email' })}
        value={email}
        error={typingError ?? (problem?.field === 'email' ? problem.sentence : null)}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setTypingError(null)
          reset()
        }}
      />
      <FormMessage>{problem?.field === 'email' ? null : problem?.sentence}</FormMessage>
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        {button}
      </Button>
      <Button variant="subtle" onClick={onBack}>
        {i18n._({ id: 'identity.other-way', message: 'Another way to log in' })}
      </Button>
    </Form>
  )
}
