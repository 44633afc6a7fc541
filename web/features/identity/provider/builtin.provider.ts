import { importWithRetry } from '#web/platform/lazy-component.ts'
import { readSignOut } from './builtin.responses.ts'
import { createCore } from './builtin.core.ts'
import type { BuiltinMethodsOptions } from './builtin.methods.ts'
import type { Fetch } from './builtin.request.ts'
import { type IdentityCapabilities, IdentityError, type IdentityMethods, type IdentityProvider } from './identity.provider.ts'

export type BuiltinProviderOptions = Omit<BuiltinMethodsOptions, 'fetch'> & {
  fetch: Fetch
  /** The provider's capabilities, from those of this installation. */
  capabilities?: () => Promise<IdentityCapabilities>
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
  capabilities = async () => onlyPasswords,
  now = Date.now,
  later = withTimer,
  ...options
}: BuiltinProviderOptions): IdentityProvider {
  const core = createCore({ fetch, now, later })
  let methods: Promise<IdentityMethods> | undefined

  async function loadMethods(): Promise<IdentityMethods> {
    try {
      const { createMethods } = await importWithRetry(() => import('./builtin.methods.ts'))
      return createMethods(core, { fetch, ...options })
    } catch (cause) {
      methods = undefined
      throw new IdentityError('network-request-failed', { cause })
    }
  }

  return {
    kind: 'builtin',
    capabilities,
    start: core.start,
    currentUser: core.currentUser,
    subscribe: core.subscribe,
    getToken: core.getToken,
    methods: () => (methods ??= loadMethods()),

    async signOut() {
      if (!core.currentUser()) return null
      const { url, hasOthers } = readSignOut(await core.request('/sign-out', {}))
      if (hasOthers) await (await importWithRetry(() => import('./builtin.accounts.ts'))).switchToNextAccount(core)
      else core.setUser(null)
      return url
    },
  }
}
