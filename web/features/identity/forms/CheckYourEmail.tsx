import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/Button.tsx'

/** Confirms that a link was requested. It never reveals whether the account exists. */
export function CheckYourEmail({ email, onBack }: { email: string; onBack?: () => void }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-form" aria-live="polite">
      <h2>{i18n._({ id: 'identity.mail.title', message: 'Check your email' })}</h2>
      <p className="wl-muted">
        {i18n._({
          id: 'identity.mail.text',
          message: 'We’ve emailed {email}. Open the link in that email to continue. It works once and expires soon.',
          values: { email },
        })}
      </p>
      {onBack && (
        <Button variant="default" onClick={onBack}>
          {i18n._({ id: 'identity.mail.back', message: 'Back' })}
        </Button>
      )}
    </div>
  )
}
