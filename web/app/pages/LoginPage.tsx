import { useLingui } from '@lingui/react'
import { Link, useNavigate } from 'react-router'
import { LoginWays } from '#web/features/identity/LoginWays.tsx'
import { peekWanted, takeWanted } from '../wanted.ts'
import { EntryCard } from '../entry/EntryCard.tsx'

export function LoginPage() {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  return (
    <EntryCard
      title={i18n._({ id: 'login.title', message: 'Welcome back' })}
      below={
        <>
          {i18n._({ id: 'login.new', message: 'New here?' })}{' '}
          <Link className="wl-link" to="/sign-up">
            {i18n._({ id: 'login.sign-up', message: 'Create an account' })}
          </Link>
        </>
      }
    >
      <LoginWays returnTo={peekWanted()} onDone={() => void navigate(takeWanted(), { replace: true })} />
    </EntryCard>
  )
}
