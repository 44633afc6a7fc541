import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LoginForm } from './LoginForm.tsx'
import { MailForm } from './MailForm.tsx'
import { PopupButtons } from './PopupButtons.tsx'
import { identityProvider } from '../session.ts'
import { useOffer } from '../use-offer.ts'
import { WaysDivider } from './MethodsDivider.tsx'

/** @param returnTo where a link in a mail leads after signing in; a path of ours */
export type LoginWaysProps = { returnTo: string; onDone: () => void }

/** Every way in that this installation offers to somebody with an account. */
export function LoginWays({ returnTo, onDone }: LoginWaysProps) {
  const { i18n } = useLingui()
  const [view, setView] = useState<'ways' | 'link' | 'forgot'>('ways')
  const offer = useOffer()
  if (offer.isError) return <ErrorState kind={offer.error.failure.kind} onRetry={() => void offer.refetch()} />
  if (!offer.data) return <Skeleton shape="block" height={260} />
  const { methods, popup, account } = offer.data.identity
  const back = () => setView('ways')
  if (view === 'link') return <LinkForm returnTo={returnTo} onBack={back} />
  if (view === 'forgot') return <ForgotForm onBack={back} />
  const hasPassword = methods.includes('password')
  const hasOthers = methods.includes('email_link') || popup.length > 0
  return (
    <div className="wl-form">
      {hasPassword && <LoginForm onDone={onDone} />}
      {hasPassword && account.includes('reset_password') && (
        <Button variant="subtle" onClick={() => setView('forgot')}>
          {i18n._({ id: 'identity.forgot', message: 'Forgot your password?' })}
        </Button>
      )}
      {hasPassword && hasOthers && <WaysDivider />}
      {methods.includes('popup') && <PopupButtons among={popup} onDone={onDone} />}
      {methods.includes('email_link') && (
        <Button variant="default" size="lg" fullWidth onClick={() => setView('link')}>
          {i18n._({ id: 'identity.link', message: 'Get a sign-in link by e-mail' })}
        </Button>
      )}
    </div>
  )
}

/** Sends a link that signs in. */
export function LinkForm({ returnTo, onBack }: { returnTo: string; onBack: () => void }) {
  const { i18n } = useLingui()
  return (
    <MailForm
      button={i18n._({ id: 'identity.link.send', message: 'Send the link' })}
      send={(email) => identityProvider().sendSignInLink({ email, returnTo })}
      onBack={onBack}
    >
      {i18n._({ id: 'identity.link.lead', message: 'We mail you a link that signs you in, without a password.' })}
    </MailForm>
  )
}

function ForgotForm({ onBack }: { onBack: () => void }) {
  const { i18n } = useLingui()
  return (
    <MailForm
      button={i18n._({ id: 'identity.link.send', message: 'Send the link' })}
      send={(email) => identityProvider().sendPasswordReset(email)}
      onBack={onBack}
    >
      {i18n._({ id: 'identity.forgot.lead', message: 'We mail you a link with which you set a new password.' })}
    </MailForm>
  )
}
