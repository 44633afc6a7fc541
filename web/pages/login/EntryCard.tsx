import type { ReactNode } from 'react'
import { useAuthStatus, useAuthStore } from '#web/features/identity/auth.store.ts'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { useLingui } from '@lingui/react'
import { Link, useLocation } from 'react-router'
import { useMe } from '#web/features/profiles/me.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useCapabilities } from '#web/features/identity/use-capabilities.ts'
import { ADD_ACCOUNT } from './use-browser-accounts.ts'
import { useLogOut } from './use-log-out.ts'
import './EntryCard.css'

export type EntryCardProps = {
  title: string
  children: ReactNode
  below: ReactNode
  smallPrint?: ReactNode
  /** True: the page is also useful for signed-in users. */
  allowSignedIn?: boolean
}

/** The card of the log-in and sign-up pages. Signed-in users are offered to continue. */
export function EntryCard({ title, children, below, smallPrint, allowSignedIn = false }: EntryCardProps) {
  const authStatus = useAuthStatus()
  const isAdding = new URLSearchParams(useLocation().search).has('add')
  const isIn = authStatus === 'ready' && !allowSignedIn && !isAdding
  return (
    <div className="wl-entry">
      <PageTitle title={title} />
      <div className="wl-card wl-entry-card">
        <h1>{title}</h1>
        {isIn ? <ContinueAs /> : children}
        {!isIn && smallPrint !== undefined && <p className="wl-dim wl-small">{smallPrint}</p>}
      </div>
      {!isIn && <p className="wl-muted">{below}</p>}
    </div>
  )
}

/** For a signed-in user: continue, or use another account, which signs out where a browser can have only one. */
function ContinueAs() {
  const { i18n } = useLingui()
  const email = useAuthStore((state) => state.user?.email ?? '')
  const me = useMe()
  const { isLeaving, leave } = useLogOut()
  const hasSeveral = useCapabilities().data?.identity.account.includes('several_accounts') ?? false
  return (
    <>
      <div className="wl-entry-me">
        {me && <Avatar person={me} size={44} />}
        <p className="wl-line">
          {i18n._({ id: 'login.signed-in', message: 'You’re signed in as {who}.', values: { who: me?.name ?? email } })}
        </p>
      </div>
      <div className="wl-entry-actions">
        <Button component={Link} to="/" size="lg">
          {i18n._({ id: 'login.continue', message: 'Continue as {who}', values: { who: me?.name ?? email } })}
        </Button>
        {hasSeveral ? (
          <Button component={Link} to={ADD_ACCOUNT} variant="outline">
            {i18n._({ id: 'login.other', message: 'Use another account' })}
          </Button>
        ) : (
          <Button variant="outline" loading={isLeaving} onClick={leave}>
            {i18n._({ id: 'login.other', message: 'Use another account' })}
          </Button>
        )}
      </div>
    </>
  )
}
