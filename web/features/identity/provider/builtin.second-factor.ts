import { readAs } from './builtin.responses.ts'
import type { BuiltinCore } from './builtin.core.ts'
import { type SecondFactor } from './identity.provider.ts'

type CodesResponse = { recovery_codes: string[] }
type PreparedResponse = CodesResponse & { uri: string }

/** Two-step sign-in at the built-in provider. Loaded when it is used. */
export function createSecondFactor(core: BuiltinCore): SecondFactor {
  return {
    async prepare(password) {
      const { uri, recovery_codes: recoveryCodes } = readAs<PreparedResponse>(await core.request('/two-factor/enable', { password }))
      return { uri, recoveryCodes }
    },

    // Returns a new session instead of this one.
    confirm: async (code) => void (await core.enter('/two-factor/verify-totp', { code })),

    complete: ({ code, kind, trustBrowser }) =>
      core.enter(kind === 'app' ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', {
        code,
        trust_browser: trustBrowser,
        sign_in: true,
      }),

    async newRecoveryCodes(password) {
      return readAs<CodesResponse>(await core.request('/two-factor/generate-backup-codes', { password })).recovery_codes
    },

    async turnOff(password) {
      const user = core.requireUser()
      await core.replaceSession(async () => {
        await core.request('/two-factor/disable', { password })
        core.setUser(user)
      })
    },
  }
}
