/* The adapter for Firebase Authentication. Loaded only where it is configured (`lazy-provider.ts`): the SDK is as large
   as a page. It speaks with Google itself; our server sees the tokens alone. */
import { initializeApp } from '@firebase/app'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  indexedDBLocalPersistence,
  initializeAuth,
  type Persistence,
} from '@firebase/auth'
import { keep, recall } from '#web/platform/local-memory.ts'
import type { Fetch } from './builtin.request.ts'
import type { Memory } from './builtin.ways.ts'
import { createFirebaseAccount } from './firebase.account.ts'
import { createFirebaseCore } from './firebase.core.ts'
import { createFirebaseDeletion } from './firebase.deletion.ts'
import { createPasswordCheck } from './firebase.password.ts'
import { createFirebaseWays } from './firebase.ways.ts'
import type { IdentityCapabilities, IdentityProvider } from './identity.provider.ts'

export type FirebaseProviderOptions = {
  project: { projectId: string; apiKey: string; authDomain: string }
  capabilities: () => Promise<IdentityCapabilities>
  /** Calls our own server. */
  fetch: Fetch
  /** Where this page lives. */
  origin: string
  memory?: Memory
  /** Whether anybody signs in through a window here; without it Google's loader is never fetched. */
  withPopups: boolean
  /** Where the SDK keeps the session; tests have no browser. */
  persistence?: Persistence[]
  /** Sessions of different names know nothing of each other. */
  name?: string
}

export function createFirebaseProvider(options: FirebaseProviderOptions): IdentityProvider {
  const { project, capabilities, fetch, origin, memory = { keep, recall }, name, withPopups } = options
  const { persistence = [indexedDBLocalPersistence, browserLocalPersistence] } = options
  const popups = withPopups ? browserPopupRedirectResolver : undefined
  // Known from the start, the SDK fetches what a window needs ahead where browsers allow windows only at once (Safari, phones).
  const auth = initializeAuth(initializeApp(project, name), { persistence, ...(popups ? { popupRedirectResolver: popups } : {}) })
  const core = createFirebaseCore(auth)
  const { check, withRules } = createPasswordCheck(auth)
  const deletion = createFirebaseDeletion(core, { memory })
  return {
    kind: 'firebase',
    capabilities,
    async start() {
      await core.start()
      await deletion.resume()
    },
    currentUser: core.currentUser,
    subscribe: core.subscribe,
    getToken: core.getToken,
    ...createFirebaseWays(core, { memory, origin, popups, withRules }),
    ...createFirebaseAccount(core, { fetch, origin, withRules, deletion }),
    checkPassword: check,
    // The SDK forgets its session here; nothing has to be reached for it.
    signOut: async () => {
      if (auth.currentUser) await auth.signOut()
      return null
    },
  }
}
