import { useLingui } from '@lingui/react'
import { Link, useLocation, useNavigate } from 'react-router'
import { SignUpForm } from '#web/features/identity/forms/SignUpForm.tsx'
import { ACCOUNT_SETUP } from '#web/features/identity/auth-paths.ts'
import { EntryCard } from './EntryCard.tsx'

export function SignUpPage() {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <EntryCard
      title={i18n._({ id: 'sign-up.title', message: 'Find your people' })}
      below={
        <>
          {i18n._({ id: 'sign-up.known', message: 'Already have an account?' })}{' '}
          <Link className="wl-link" to={`/login${search}`}>
            {i18n._({ id: 'identity.log-in', message: 'Log in' })}
          </Link>
        </>
      }
      smallPrint={
        <>
          {i18n._({ id: 'sign-up.agree', message: 'By creating an account you accept the terms.' })}{' '}
          <Link to="/terms-of-service">{i18n._({ id: 'legal.terms', message: 'Terms of service' })}</Link>
          {' · '}
          <Link to="/privacy-policy">{i18n._({ id: 'legal.privacy', message: 'Privacy policy' })}</Link>
        </>
      }
    >
      <SignUpForm onDone={() => void navigate(ACCOUNT_SETUP, { replace: true })} />
    </EntryCard>
  )
}
