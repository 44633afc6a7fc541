import { writeStored, readStored } from '#web/platform/browser-storage.ts'
import { createAccountManagement } from './builtin.account.ts'
import { readSignOut } from './builtin.answers.ts'
import { createCore } from './builtin.core.ts'
import type { Fetch } from './builtin.request.ts'
import { createSignInMethods, type ProviderStorage, type OpenPopup } from './builtin.sign-in-methods.ts'
import type { IdentityCapabilities, IdentityProvider, PasswordPolicy } from './identity.provider.ts'

export type BuiltinProviderOptions = {
  fetch: Fetch
  /** The provider's password policy, from this installation's offer. */
  passwordPolicy: () => Promise<PasswordPolicy>
  /** The provider's capabilities, from this installation's offer. */
  capabilities?: () => Promise<IdentityCapabilities>
  openPopup?: OpenPopup
  memory?: ProviderStorage
  /** Milliseconds since 1970. */
  now?: () => number
  /** Calls `work` after a delay; returns a function that cancels it. */
  later?: (work: () => void, ms: number) => () => void
}

const withTimer = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

const onlyPasswords: IdentityCapabilities = { methods: ['password'], popup: [], account: [], confirmsSignUp: false }

/** The adapter for the identity provider of our own server. */
export function createBuiltinProvider({
  fetch,
  passwordPolicy,
  capabilities = async () => onlyPasswords,
  openPopup,
  memory = { keep: writeStored, recall: readStored },
  now = Date.now,
  later = withTimer,
}: BuiltinProviderOptions): IdentityProvider {
  const core = createCore({ fetch, now, later })
  return {
    kind: 'builtin',
    capabilities,
    start: core.start,
    currentUser: core.currentUser,
    subscribe: core.subscribe,
    getToken: core.getToken,
    ...createSignInMethods(core, { memory, openPopup }),
    ...createAccountManagement(core, { fetch }),

    secondFactor: async () => (await import('./builtin.second-factor.ts')).createSecondFactor(core),

    passkeys: async () => (await import('./builtin.passkeys.ts')).createPasskeys(core),

    async checkPassword(password) {
      const { minLength, maxLength } = await passwordPolicy()
      const missing = [
        ...(password.length < minLength ? (['min_length'] as const) : []),
        ...(password.length > maxLength ? (['max_length'] as const) : []),
      ]
      return { ok: missing.length === 0, missing }
    },

    async signOut() {
      if (!core.currentUser()) return null
      const next = readSignOut(await core.request('/sign-out', {}))
      core.become(null)
      return next
    },
  }
}
