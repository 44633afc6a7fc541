import { useLingui } from '@lingui/react'
import { Suspense } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { LoginWays } from '#web/features/identity/LoginWays.tsx'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { isNative } from '#web/platform/native.ts'
import { LOGIN } from '../guard.ts'
import { readMailedLink } from '../link/mailed-link.ts'
import { challengeOf } from '../native/hand-over.ts'
import { peekWanted, takeWanted } from '../wanted.ts'
import { EntryCard } from '../entry/EntryCard.tsx'

const BrowserLogin = lazyPart(async () => (await import('../native/BrowserLogin.tsx')).BrowserLogin)
const HandOver = lazyPart(async () => (await import('../native/HandOver.tsx')).HandOver)
const LinkPage = lazyPart(async () => (await import('../link/LinkPage.tsx')).LinkPage)

/** Logs in; opened by a link of a mail, it says what the link will do instead; sent by the app of a phone, it hands a sign-in over. */
export function LoginPage() {
  const { search, hash } = useLocation()
  const link = readMailedLink(location.origin + LOGIN + search + hash)
  const challenge = challengeOf(search)
  if (!link && challenge === null) return <PlainLoginPage />
  return (
    <Suspense>
      {link && <LinkPage key={link.url} link={link} />}
      {!link && challenge !== null && <HandOver challenge={challenge} />}
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
      {isNative() && (
        <Suspense>
          <BrowserLogin />
        </Suspense>
      )}
    </EntryCard>
  )
}
