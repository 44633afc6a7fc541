import { readAs } from './builtin.responses.ts'
import type { BuiltinCore } from './builtin.core.ts'
import { type BrowserAccount, type BrowserAccounts, IdentityError } from './identity.provider.ts'

type ListResponse = { accounts: { id: string; uid: string | null; email: string; active: boolean }[] }

/** The accounts of this browser at the built-in provider. Loaded when they are used. */
export function createBrowserAccounts(core: BuiltinCore): BrowserAccounts {
  async function list(): Promise<BrowserAccount[]> {
    const { accounts } = readAs<ListResponse>(await core.request('/accounts'))
    return accounts.map(({ id, active, ...account }) => ({ ...account, subject: id, isActive: active }))
  }

  return {
    list,

    async switchTo(subject) {
      try {
        return await core.enter('/accounts/switch', { id: subject })
      } catch (error) {
        const isGone = error instanceof IdentityError && error.cause === 'not_found'
        throw isGone ? new IdentityError('session-expired', { cause: error }) : error
      }
    },

    async signOutAll() {
      await core.request('/sign-out', { all: true })
      core.setUser(null)
    },
  }
}

/** After the active account has ended: the next account of this browser becomes active. Without one, no user is signed in. */
export async function switchToNextAccount(core: BuiltinCore): Promise<void> {
  try {
    const accounts = createBrowserAccounts(core)
    const next = (await accounts.list())[0]
    if (next) await accounts.switchTo(next.subject)
    else core.setUser(null)
  } catch {
    // The login page offers the other accounts.
    core.setUser(null)
  }
}
