import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { identityErrors } from '../provider/identity.errors.ts'
import { LinkForm } from './LoginMethods.tsx'
import { CheckYourEmail } from './CheckYourEmail.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PopupButtons } from './PopupButtons.tsx'
import { identityMethods } from '../session.ts'
import { useCapabilities } from '../use-capabilities.ts'
import { MethodsDivider } from './MethodsDivider.tsx'
import { signInOrRequestCode, SecondFactorStep } from './SecondFactorStep.tsx'

/** Creates an account with any enabled method. The password rules are visible from the start. */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { i18n } = useLingui()
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const [byLink, setByLink] = useState(false)
  const [asksCode, setAsksCode] = useState(false)
  const capabilities = useCapabilities()
  if (capabilities.isError) return <ErrorState kind={capabilities.error.failure.kind} onRetry={() => void capabilities.refetch()} />
  if (!capabilities.data) return <Skeleton shape="block" height={260} />
  const { methods, popup, password } = capabilities.data.identity
  function handleBack() {
    setAsksCode(false)
    setMailedTo(null)
  }

  // Checked first, because a sign-up that became a sign-in has sent no email.
  if (asksCode) return <SecondFactorStep onDone={onDone} onBack={handleBack} />
  if (mailedTo !== null) return <CheckYourEmail email={mailedTo} onBack={() => setMailedTo(null)} />
  if (byLink) return <LinkForm returnTo="/account-setup" onBack={() => setByLink(false)} />
  const hasPassword = methods.includes('password')
  return (
    <div className="wl-form">
      {hasPassword && (
        <PasswordForm
          button={i18n._({ id: 'identity.make-account', message: 'Create account' })}
          newPassword={password}
          passwordProblem={async (typed) =>
            (await (await identityMethods()).checkPassword(typed)).ok ? null : i18n._(identityErrors['password-does-not-meet-requirements'])
          }
          send={(credentials) =>
            signInOrRequestCode(
              async () => (await identityMethods()).signUpWithPassword(credentials),
              () => setAsksCode(true),
            )
          }
          onDone={onDone}
          onEmailSent={setMailedTo}
        />
      )}
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
