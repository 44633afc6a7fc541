/* The adapter for Firebase Authentication. Loaded only where configured (`lazy-provider.ts`), because the SDK is as large as a page.
   It talks to Google directly; our server sees only the tokens. */
import { initializeApp } from '@firebase/app'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  type Persistence,
} from '@firebase/auth'
import { writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import type { Fetch } from './builtin.request.ts'
import type { ProviderStorage } from './builtin.sign-in-methods.ts'
import { createFirebaseAccount } from './firebase.account.ts'
import { createFirebaseCore } from './firebase.core.ts'
import { createFirebaseDeletion } from './firebase.deletion.ts'
import { createPasswordCheck } from './firebase.password.ts'
import { createFirebaseSignInMethods } from './firebase.sign-in-methods.ts'
import { type IdentityCapabilities, IdentityError, type IdentityMethods, type IdentityProvider } from './identity.provider.ts'

export type FirebaseProviderOptions = {
  project: {
    projectId: string
    apiKey: string
    authDomain: string
    /** Host and port of the Auth emulator, if it takes Google's place. */
    emulatorHost?: string | undefined
  }
  capabilities: () => Promise<IdentityCapabilities>
  /** Sends requests to our own server. */
  fetch: Fetch
  /** The origin of this page. */
  origin: string
  memory?: ProviderStorage
  /** Whether popups are enabled; without them Google's loader is never fetched. */
  withPopups: boolean
  /** Where the SDK stores the session; tests have no browser storage. */
  persistence?: Persistence[]
  /** Sessions with different names are independent. */
  name?: string
}

export function createFirebaseProvider(options: FirebaseProviderOptions): IdentityProvider {
  const { project, capabilities, fetch, origin, memory = { keep: writeStored, recall: readStored }, name, withPopups } = options
  const { persistence = [indexedDBLocalPersistence, browserLocalPersistence] } = options
  const popups = withPopups ? browserPopupRedirectResolver : undefined
  // Configured at creation, the SDK preloads what a popup needs, where browsers allow popups only synchronously (Safari, phones).
  const { emulatorHost, ...app } = project
  const auth = initializeAuth(initializeApp(app, name), { persistence, ...(popups ? { popupRedirectResolver: popups } : {}) })
  // Its own warning would cover the page; ours is the preview banner.
  if (emulatorHost !== undefined) connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true })
  const core = createFirebaseCore(auth)
  const { check, withRules } = createPasswordCheck(auth)
  const deletion = createFirebaseDeletion(core, { memory })
  const methods: IdentityMethods = {
    ...createFirebaseSignInMethods(core, { fetch, memory, origin, popups, withRules }),
    ...createFirebaseAccount(core, { fetch, origin, withRules, deletion }),
    checkPassword: check,
    // Firebase has no passkeys, and a second factor only with Identity Platform.
    passkeys: () => Promise.reject(new IdentityError('provider-not-configured')),
    secondFactor: () => Promise.reject(new IdentityError('provider-not-configured')),
    // Its client knows one user per browser.
    accounts: () => Promise.reject(new IdentityError('provider-not-configured')),
  }
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
    methods: async () => methods,
    // The SDK signs out locally, without a network.
    signOut: async () => {
      if (auth.currentUser) await auth.signOut()
      return null
    },
  }
}
