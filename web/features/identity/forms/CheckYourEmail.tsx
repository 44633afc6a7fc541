import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/Button.tsx'

/** Confirms that a link was requested. It never reveals whether the account exists. */
export function CheckYourEmail({ email, onBack }: { email: string; onBack?: () => void }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-form" aria-live="polite">
      <h2>{i18n._({ id: 'identity.mail.title', message: 'Look at your mail' })}</h2>
      <p className="wl-muted">
        {i18n._({
          id: 'identity.mail.text',
          message: 'We have written to {email}. Open the link in that mail to go on. It is good once, and not for long.',
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
