import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { LoginWays } from '#web/features/identity/forms/LoginMethods.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { EntryCard } from './EntryCard.tsx'
import { takeWanted } from '#web/features/identity/return-path.ts'
import { LinkForm } from './LinkForm.tsx'
import { useLinkWords } from './link-words.ts'
import type { MailedLink } from './mailed-link.ts'

/** Says what a link will do. Opening the page does nothing: mail scanners open links too. */
export function LinkPage({ link }: { link: MailedLink }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const standing = useStanding()
  const [hasReset, setHasReset] = useState(false)
  const words = useLinkWords(link.mode)
  const mustBeIn = link.mode === 'verify-email' || link.mode === 'change-email'

  function handleDone() {
    if (link.mode === 'reset-password') setHasReset(true)
    else void navigate(link.returnTo ?? takeWanted(), { replace: true })
  }

  function content() {
    // Who is there is asked of the provider, which must be chosen before it can take a link.
    if (standing === 'unknown') return <Skeleton shape="block" height={160} />
    if (hasReset) return <PasswordIsSet />
    if (!mustBeIn || standing !== 'signed_out') return <LinkForm link={link} onDone={handleDone} />
    return (
      <>
        <p>{i18n._({ id: 'link.log-in-first', message: 'Log in to that account first; then you can confirm it here.' })}</p>
        <LoginWays returnTo="/settings" onDone={() => undefined} />
      </>
    )
  }

  return (
    <EntryCard
      title={words.title}
      forEverybody
      below={
        <Link className="wl-link" to="/login">
          {i18n._({ id: 'link.elsewhere', message: 'Go to log-in instead' })}
        </Link>
      }
    >
      {content()}
    </EntryCard>
  )
}

function PasswordIsSet() {
  const { i18n } = useLingui()
  return (
    <div className="wl-form" aria-live="polite">
      <p>{i18n._({ id: 'link.reset.done', message: 'Your new password is set, and every sign-in of your account has ended.' })}</p>
      <Button component={Link} to="/login" replace size="lg">
        {i18n._({ id: 'identity.log-in', message: 'Log in' })}
      </Button>
    </div>
  )
}
