import { identityCalls } from '#contract/identity/identity.ts'
import { useAuthStore, onUserLeft } from '#web/features/identity/auth.store.ts'
import { createBuiltinProvider } from '#web/features/identity/provider/builtin.provider.ts'
import type { Fetch } from '#web/features/identity/provider/builtin.request.ts'
import type { IdentityCapabilities, IdentityProvider, PasswordPolicy } from '#web/features/identity/provider/identity.provider.ts'
import { createLazyProvider } from '#web/features/identity/provider/lazy-provider.ts'
import { followSession, isSessionConfirmed, retrySession, startSession, wasSignedIn } from '#web/features/identity/session.ts'
import { onServerBack, onServerUnreachable } from '#web/platform/connectivity.ts'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { clearStoredExcept, writeStored, readStored } from '#web/platform/browser-storage.ts'
import { callQuery, queryClient } from '#web/platform/query.ts'
import { isReturnPathKey } from '#web/features/identity/return-path.ts'

/** Starts following the session, here and in other tabs of this browser. */
export function startIdentity(): void {
  // One user's cached data, drafts and searches never become visible to another.
  onUserLeft(() => queryClient.clear())
  startSession(createLazyProvider({ choose: createProvider }), async () =>
    (await importWithRetry(() => import('./clear-user-data.ts'))).clearUserData(),
  )
  followSession(() => {
    // Only this tab can clear its sessionStorage.
    clearStoredExcept(isReturnPathKey, 'tab')
    location.reload()
  })
  addEventListener('online', retrySession)
  onServerBack(() => {
    if (!isSessionConfirmed()) retrySession()
    void queryClient.invalidateQueries({ predicate: (query) => query.state.status === 'error' })
  })
  onServerUnreachable(() => {
    if (!useAuthStore.getState().isKnown && wasSignedIn()) void loadOfflineContent()
  })
}

/** Loads the offline reader, which few visits need. */
async function loadOfflineContent(): Promise<void> {
  // The reader's own code can't be loaded: the page waits for the server.
  const offline = await import('./offline.ts').catch(() => null)
  await offline?.showLastUser()
}

/** Creates the adapter that the server's offer names. The Firebase SDK loads only when needed. */
async function createProvider(): Promise<IdentityProvider> {
  const server = prefetchSession()
  const { firebase, popup } = (await loadOffer()).identity
  writeStored('firebase', firebase ? 'yes' : null)
  if (!firebase) return createBuiltinProvider({ fetch: server, passwordPolicy, capabilities })
  const { createFirebaseProvider } = await import('#web/features/identity/provider/firebase.provider.ts')
  const project = {
    projectId: firebase.project_id,
    apiKey: firebase.api_key,
    authDomain: firebase.auth_domain,
    emulatorHost: firebase.emulator_host,
  }
  return createFirebaseProvider({ project, capabilities, fetch: server, origin: location.origin, withPopups: popup.length > 0 })
}

/** Fetches the session in parallel with the offer: it is most likely the adapter's first request. */
function prefetchSession(): Fetch {
  const first = '/identity/get-session'
  const isLikely = wasSignedIn() && !readStored('firebase')
  let ahead = isLikely ? fetch(first, { credentials: 'same-origin', headers: { accept: 'application/json' } }) : null
  // The consumer handles the failure.
  ahead?.catch(() => undefined)
  return (address, init) => {
    const answer = address === first ? ahead : null
    if (answer) ahead = null
    return answer ?? fetch(address, init)
  }
}

/** The offer is loaded once. */
const loadOffer = () => queryClient.fetchQuery(callQuery(identityCalls.getCapabilities, {}, { staleMs: Number.POSITIVE_INFINITY }))

async function passwordPolicy(): Promise<PasswordPolicy> {
  const { password } = (await loadOffer()).identity
  return { minLength: password.min_length, maxLength: password.max_length }
}

async function capabilities(): Promise<IdentityCapabilities> {
  const { methods, popup, account, confirms_sign_up: confirmsSignUp } = (await loadOffer()).identity
  return { methods, popup, account, confirmsSignUp }
}
