import { useLingui } from '@lingui/react'
import { IconCheck } from '@tabler/icons-react'
import { profileCalls } from '#contract/profiles.ts'
import { useAuthStatus } from '#web/features/identity/auth.store.ts'
import type { BrowserAccount } from '#web/features/identity/provider/identity.provider.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar, type AvatarPerson } from '#web/ui/Avatar.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { type useBrowserAccounts, useSwitchAccount } from './use-browser-accounts.ts'
import './OtherAccounts.css'

type AccountRowProps = { person: AvatarPerson | null; email: string; isActive?: boolean; isBusy?: boolean; onPick?: () => void }

/** One account of this browser: a button that switches to it, or the active one. */
export function AccountRow({ person, email, isActive = false, isBusy = false, onPick }: AccountRowProps) {
  const { i18n } = useLingui()
  const content = (
    <>
      <Avatar person={person ?? { uid: email, name: email, avatar_url: null }} size={36} />
      <span className="wl-accounts-who">
        <span className="wl-line">{person?.name ?? email}</span>
        {person && <span className="wl-line wl-dim wl-small">{email}</span>}
      </span>
    </>
  )
  if (isActive) {
    return (
      <div className="wl-accounts-item">
        {content}
        <IconCheck className="wl-accounts-check" size={20} stroke={2} aria-hidden />
        <span className="wl-hidden">{i18n._({ id: 'accounts.active', message: 'Active account' })}</span>
      </div>
    )
  }
  return (
    <button type="button" className="wl-accounts-item" disabled={isBusy} onClick={onPick}>
      {content}
      <span className="wl-hidden">{i18n._({ id: 'accounts.switch-to', message: 'Switch to this account' })}</span>
    </button>
  )
}

/** The accounts of this browser that are not active. Pressing one switches to it. */
export function OtherAccounts({ accounts }: { accounts: ReturnType<typeof useBrowserAccounts> }) {
  const { i18n } = useLingui()
  const { isBusy, problem, switchTo } = useSwitchAccount(() => void accounts.refetch())
  const others = accounts.data?.filter(({ isActive }) => !isActive) ?? []
  if (accounts.isPending) return <ListSkeleton rows={1} />
  return (
    <>
      {accounts.isError && <FormMessage>{i18n._({ id: 'accounts.failed', message: 'Couldn’t load your other accounts.' })}</FormMessage>}
      {others.length > 0 && (
        <ul className="wl-accounts-list">
          {others.map((account) => (
            <li key={account.subject}>
              <OtherAccount account={account} isBusy={isBusy} onPick={() => void switchTo(account.subject)} />
            </li>
          ))}
        </ul>
      )}
      <FormMessage>{problem}</FormMessage>
    </>
  )
}

function OtherAccount({ account, isBusy, onPick }: { account: BrowserAccount; isBusy: boolean; onPick: () => void }) {
  const isIn = useAuthStatus() === 'ready'
  // As the active account sees it: without a profile, or with a block between the two, the email address is shown.
  const { data: person } = useCall(
    profileCalls.getProfile,
    { params: { uid: account.uid ?? '' } },
    { enabled: isIn && account.uid !== null },
  )
  return <AccountRow person={person ?? null} email={account.email} isBusy={isBusy} onPick={onPick} />
}
