import { useLingui } from '@lingui/react'
import { useAccount } from '#web/features/identity/use-account.ts'
import { EmailVerification } from '../account/EmailVerification.tsx'

/** Shown while the summary is on but can't arrive: it's only sent to a confirmed address. */
export function UnconfirmedAddress() {
  const { i18n } = useLingui()
  const account = useAccount().data
  if (!account || account.emailVerified) return null
  return (
    <EmailVerification
      email={account.email}
      label={i18n._({ id: 'settings.digest.unconfirmed', message: 'Confirm your email address first' })}
      hint={i18n._({ id: 'settings.digest.unconfirmed.hint', message: 'The summary is only sent to a confirmed address.' })}
    />
  )
}
