import type { IdentityProvider, IdentityUser } from './identity.provider.ts'

export type LazyProviderOptions = {
  /** Creates the adapter that this installation's capabilities name. A failure is retried. */
  choose: () => Promise<IdentityProvider>
  /** Calls `work` after a delay; returns a function that cancels it. */
  later?: (work: () => void, ms: number) => () => void
}

/** Retry delays for loading the adapter; the last one repeats. */
const RETRY_AFTER_MS = [1_000, 2_000, 5_000, 10_000]

const withTimer = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Loads this installation's identity provider, which the server's capabilities name. Until then all calls wait, and the session is unknown. */
export function createLazyProvider({ choose, later = withTimer }: LazyProviderOptions): IdentityProvider {
  const listeners = new Set<(user: IdentityUser | null) => void>()
  const arrived = Promise.withResolvers<IdentityProvider>()
  let chosen: IdentityProvider | undefined
  let isAsking = false
  let attempts = 0
  let cancelRetry: (() => void) | undefined

  async function askServer(): Promise<void> {
    if (chosen || isAsking) return
    isAsking = true
    cancelRetry?.()
    try {
      chosen = await choose()
      chosen.subscribe((user) => {
        for (const listener of listeners) listener(user)
      })
      arrived.resolve(chosen)
    } catch {
      // On any failure the session stays unknown and the load is retried.
      cancelRetry = later(() => void askServer(), RETRY_AFTER_MS[Math.min(attempts++, RETRY_AFTER_MS.length - 1)] ?? 0)
    } finally {
      isAsking = false
    }
  }

  function provider(): Promise<IdentityProvider> {
    void askServer()
    return arrived.promise
  }

  return {
    get kind() {
      return chosen?.kind ?? 'builtin'
    },
    capabilities: async () => (await provider()).capabilities(),
    start: async () => (await provider()).start(),
    currentUser: () => chosen?.currentUser(),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getToken: async (options) => (await provider()).getToken(options),
    methods: async () => (await provider()).methods(),
    signOut: async () => (await provider()).signOut(),
  }
}
