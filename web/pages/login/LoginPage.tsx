import { useLingui } from '@lingui/react'
import { Link, useLocation, useNavigate } from 'react-router'
import { LoginMethods } from '#web/features/identity/forms/LoginMethods.tsx'
import { useAuthStatus } from '#web/features/identity/auth.store.ts'
import { storedNames } from '#web/platform/storage/browser-storage.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { isNative } from '#web/platform/native.ts'
import { LOGIN } from '#web/features/identity/auth-paths.ts'
import { parseEmailLink } from './email-link.ts'
import { challengeOf } from './session-transfer.ts'
import { peekReturnPath, consumeReturnPath } from '#web/features/identity/return-path.ts'
import { EntryCard } from './EntryCard.tsx'

const BrowserLogin = lazyPart(async () => (await import('./BrowserLogin.tsx')).BrowserLogin)
const SessionTransfer = lazyPart(async () => (await import('./SessionTransfer.tsx')).SessionTransfer)
const KnownAccounts = lazyPart(async () => (await import('./KnownAccounts.tsx')).KnownAccounts)
const LinkPage = lazyPart(async () => (await import('./LinkPage.tsx')).LinkPage)

/** Signs in. With an email link it explains and consumes that link; opened by the native app, it passes the session to the app. */
export function LoginPage() {
  const { search, hash } = useLocation()
  const link = parseEmailLink(location.origin + LOGIN + search + hash)
  const challenge = challengeOf(search)
  if (!link && challenge === null) return <PlainLoginPage />
  return (
    <>
      {link && <LinkPage key={link.url} link={link} />}
      {!link && challenge !== null && <SessionTransfer challenge={challenge} />}
    </>
  )
}

function PlainLoginPage() {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const { search } = useLocation()
  const isOut = useAuthStatus() === 'signed_out'
  return (
    <EntryCard
      title={i18n._({ id: 'login.title', message: 'Welcome back' })}
      below={
        <>
          {i18n._({ id: 'login.new', message: 'New here?' })}{' '}
          <Link className="wl-link" to={`/sign-up${search}`}>
            {i18n._({ id: 'login.sign-up', message: 'Create an account' })}
          </Link>
        </>
      }
    >
      {isOut && storedNames().some((name) => name.startsWith('aside.')) && <KnownAccounts />}
      <LoginMethods returnTo={peekReturnPath()} onDone={() => void navigate(consumeReturnPath(), { replace: true })} />
      {isNative() && <BrowserLogin />}
    </EntryCard>
  )
}
