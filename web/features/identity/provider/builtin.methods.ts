import { readStored, writeStored } from '#web/platform/browser-storage.ts'
import { createAccountManagement } from './builtin.account.ts'
import type { BuiltinCore } from './builtin.core.ts'
import type { Fetch } from './builtin.request.ts'
import { createSignInMethods, type ProviderStorage } from './builtin.sign-in-methods.ts'
import type { IdentityMethods, PasswordPolicy } from './identity.provider.ts'
import { popupBrowser } from './popup.browser.ts'
import { createPopup } from './popup.ts'

export type BuiltinMethodsOptions = {
  fetch: Fetch
  /** The provider's password policy, from this installation's offer. */
  passwordPolicy: () => Promise<PasswordPolicy>
  memory?: ProviderStorage
}

/** The methods of the built-in provider. */
export function createMethods(core: BuiltinCore, options: BuiltinMethodsOptions): IdentityMethods {
  const { fetch, passwordPolicy, memory = { keep: writeStored, recall: readStored } } = options
  return {
    ...createSignInMethods(core, { memory, openPopup: createPopup({ fetch, browser: popupBrowser }) }),
    ...createAccountManagement(core, { fetch }),

    secondFactor: async () => (await import('./builtin.second-factor.ts')).createSecondFactor(core),

    accounts: async () => (await import('./builtin.accounts.ts')).createBrowserAccounts(core),

    passkeys: async () => (await import('./builtin.passkeys.ts')).createPasskeys(core),

    async checkPassword(password) {
      const { minLength, maxLength } = await passwordPolicy()
      const missing = [
        ...(password.length < minLength ? (['min_length'] as const) : []),
        ...(password.length > maxLength ? (['max_length'] as const) : []),
      ]
      return { ok: missing.length === 0, missing }
    },
  }
}
