import { useLingui } from '@lingui/react'
import { IconLogout, IconUserPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { useCapabilities } from '#web/features/identity/use-capabilities.ts'
import { useMe } from '#web/features/profiles/me.ts'
import { AccountRow, OtherAccounts } from '#web/pages/login/OtherAccounts.tsx'
import { ADD_ACCOUNT, MAX_ACCOUNTS, useBrowserAccounts, useSignOutAll } from '#web/pages/login/use-browser-accounts.ts'
import { useLogOut } from '#web/pages/login/use-log-out.ts'
import './AccountPanel.css'

/** The accounts of this browser. */
export function AccountPanel({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui()
  const me = useMe()
  const email = useAuthStore((state) => state.user?.email ?? '')
  const hasSeveral = useCapabilities().data?.identity.account.includes('several_accounts') ?? false
  const accounts = useBrowserAccounts(hasSeveral)
  const { isLeaving, leave } = useLogOut()
  const all = useSignOutAll()
  const count = accounts.data?.length ?? 1
  return (
    <section className="wl-accounts-panel" aria-label={i18n._({ id: 'accounts.title', message: 'Accounts' })}>
      <AccountRow person={me} email={email} isActive />
      {hasSeveral && <OtherAccounts accounts={accounts} />}
      {hasSeveral && count < MAX_ACCOUNTS && (
        <Link className="wl-accounts-item" to={ADD_ACCOUNT} onClick={onClose}>
          <IconUserPlus size={20} stroke={1.8} aria-hidden />
          {i18n._({ id: 'accounts.add', message: 'Add an account' })}
        </Link>
      )}
      {count >= MAX_ACCOUNTS && (
        <p className="wl-muted wl-small">{i18n._({ id: 'accounts.full', message: 'You can’t add more accounts in this browser.' })}</p>
      )}
      <button type="button" className="wl-accounts-item" disabled={isLeaving} onClick={leave}>
        <IconLogout size={20} stroke={1.8} aria-hidden />
        {count > 1
          ? i18n._({ id: 'accounts.sign-out', message: 'Log out of {email}', values: { email } })
          : i18n._({ id: 'identity.log-out', message: 'Log out' })}
      </button>
      {count > 1 && (
        <button type="button" className="wl-accounts-item" disabled={all.isLeaving} onClick={all.leave}>
          <IconLogout size={20} stroke={1.8} aria-hidden />
          {i18n._({ id: 'accounts.sign-out-all', message: 'Log out of all accounts' })}
        </button>
      )}
    </section>
  )
}
