import { OtherAccounts } from './OtherAccounts.tsx'
import { useBrowserAccounts } from './use-browser-accounts.ts'

/** For a signed-out user: the accounts that are still signed in at this browser. */
export function KnownAccounts() {
  const accounts = useBrowserAccounts(true)
  return accounts.data?.length ? <OtherAccounts accounts={accounts} /> : null
}
