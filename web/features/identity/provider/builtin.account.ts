import { identityCalls } from '#contract/identity/identity.ts'
import { switchToNextAccount } from './builtin.accounts.ts'
import { readAccount } from './builtin.answers.ts'
import type { BuiltinCore } from './builtin.core.ts'
import { type Fetch, requestCall } from './builtin.request.ts'
import type { AccountManagement } from './identity.provider.ts'

/** Account management at the built-in provider. */
export function createAccountManagement(core: BuiltinCore, { fetch }: { fetch: Fetch }): AccountManagement {
  const token = () => core.getToken()

  return {
    sendPasswordReset: async (email) => void (await core.request('/password/forgot', { email })),
    confirmPasswordReset: async (input) => void (await core.request('/password/reset', input)),
    // Returns a new session instead of this one; all others have ended.
    changePassword: async (input) => void (await core.enter('/password/change', input)),
    lookupAccount: async () => readAccount(await core.request('/account')),
    sendVerification: async () => void (await core.request('/email/verify/send', {})),
    confirmEmail: async (code) => void (await core.enter('/email/verify', { code })),
    changeEmail: async (input) => void (await core.request('/email/change', input)),
    confirmEmailChange: async (code) => void (await core.enter('/email/change/confirm', { code })),

    async listSessions() {
      const { sessions } = await requestCall(fetch, identityCalls.getSessions, await token())
      return sessions.map(({ created_at, last_seen_at, ...session }) => ({
        ...session,
        createdAt: new Date(created_at),
        lastSeenAt: new Date(last_seen_at),
      }))
    },

    async revokeSessions(input) {
      const which =
        input === undefined
          ? { which: 'all' as const }
          : 'id' in input
            ? { which: 'one' as const, id: input.id }
            : { which: 'others' as const }
      await requestCall(fetch, identityCalls.revokeSessions, await token(), which)
      if (which.which === 'all') await switchToNextAccount(core)
    },

    async exportData() {
      const { url } = await requestCall(fetch, identityCalls.exportAccount, await token())
      return url
    },

    async deleteAccount({ password } = {}) {
      if (password !== undefined) await core.enter('/reauthenticate', { password })
      const { files_pending: filesPending } = await requestCall(fetch, identityCalls.deleteAccount, await token())
      await switchToNextAccount(core)
      return { filesPending }
    },
  }
}
