import { useLingui } from '@lingui/react'
import { Suspense } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { LoginWays } from '#web/features/identity/LoginWays.tsx'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { LOGIN } from '../guard.ts'
import { readMailedLink } from '../link/mailed-link.ts'
import { peekWanted, takeWanted } from '../wanted.ts'
import { EntryCard } from '../entry/EntryCard.tsx'

const LinkPage = lazyPart(async () => (await import('../link/LinkPage.tsx')).LinkPage)

/** Logs in; opened by a link of a mail, it says what the link will do instead. */
export function LoginPage() {
  const { search, hash } = useLocation()
  const link = readMailedLink(location.origin + LOGIN + search + hash)
  if (!link) return <PlainLoginPage />
  return (
    <Suspense>
      <LinkPage key={link.url} link={link} />
    </Suspense>
  )
}

function PlainLoginPage() {
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
