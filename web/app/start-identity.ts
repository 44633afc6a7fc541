import { identityCalls } from '#contract/identity/identity.ts'
import { useAuthStore, onUserLeft } from '#web/features/identity/auth.store.ts'
import { createBuiltinProvider } from '#web/features/identity/provider/builtin.provider.ts'
import type { Fetch } from '#web/features/identity/provider/builtin.request.ts'
import type { IdentityCapabilities, IdentityProvider, PasswordPolicy } from '#web/features/identity/provider/identity.provider.ts'
import { createLazyProvider } from '#web/features/identity/provider/lazy-provider.ts'
import { followSession, isSessionConfirmed, retrySession, startSession, wasSignedIn } from '#web/features/identity/session.ts'
import { onServerBack, onServerUnreachable } from '#web/platform/connectivity.ts'
import { FRESH_MS, firstResponsesOf, clearFirstResponses, setFirstResponses } from '#web/platform/first-responses.ts'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { storedNames, writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import { callQuery, queryClient } from '#web/platform/query.ts'
import { isReturnPathKey } from '#web/features/identity/return-path.ts'

type EarlyStart = { answer: Promise<Response>; askedAtMs: number }
declare global {
  interface Window {
    wavelengthStart?: EarlyStart
  }
}

/** Starts following the session, here and in other tabs of this browser. */
export function startIdentity(): void {
  // One user's cached data, drafts and searches never become visible to another.
  onUserLeft(() => {
    clearFirstResponses()
    queryClient.clear()
  })
  startSession(
    createLazyProvider({ choose: createProvider }),
    async (...left) => (await userData()).clearUserData(...left),
    // The previous user's page is not for another user, but the login page may have opened the next one.
    (changedAt) => (location.pathname === changedAt ? location.assign('/') : location.reload()),
  )
  followSession((from, to) => void leaveUser(from, to))
  const stop = useAuthStore.subscribe(({ isKnown }) => {
    if (!isKnown) return
    stop()
    // Accounts of this browser may have been signed out elsewhere.
    if (storedNames().some((name) => name.startsWith('aside.'))) void userData().then((data) => data.dropSignedOutAccounts())
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

const userData = () => importWithRetry(() => import('./clear-user-data.ts'))

/** Another tab signed out, or switched to another user. */
async function leaveUser(from: string | null, to: string | null): Promise<void> {
  // The previous user's page is not for another user.
  let path = from !== null && to !== null ? '/' : null
  try {
    const data = await userData()
    // Only this tab can clear its sessionStorage.
    data.clearTab(from, to)
    if (from === null) path = data.pathAfterSignIn(location)
  } catch {
    for (const name of storedNames('tab')) if (!isReturnPathKey(name)) writeStored(name, null, 'tab')
  }
  if (path === null) location.reload()
  else location.assign(path)
}

/** Loads the offline reader, which few visits need. */
async function loadOfflineContent(): Promise<void> {
  // The reader's own code can't be loaded: the page waits for the server.
  const offline = await import('./offline.ts').catch(() => null)
  await offline?.showLastUser()
}

/** Creates the adapter that the server's capabilities name. The Firebase SDK loads only when needed. */
async function createProvider(): Promise<IdentityProvider> {
  const { server, answered } = consumeEarlyStart()
  // The capabilities are among the responses.
  await answered
  const { firebase, popup } = (await loadCapabilities()).identity
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

/**
 * Answers the adapter's first request with the responses that `web/app/appearance.js` requested before the app's code was loaded: the
 * session, a token, and the first data of the page, which can be used once `answered`.
 */
function consumeEarlyStart(): { server: Fetch; answered: Promise<unknown> } {
  const first = '/identity/get-session'
  const isLikely = wasSignedIn() && !readStored('firebase')
  const early = isLikely ? window.wavelengthStart : undefined
  // A retry asks again.
  delete window.wavelengthStart
  let ahead = early && performance.now() - early.askedAtMs < FRESH_MS ? readFirstResponses(early) : null
  return {
    server: (address, init) => {
      const answer = address === first ? ahead : null
      if (answer) ahead = null
      return answer ?? fetch(address, init)
    },
    // The consumer handles a failure. Answers that arrive later would be too old.
    answered: ahead
      ? Promise.race([ahead.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, FRESH_MS))])
      : Promise.resolve(),
  }
}

async function readFirstResponses({ answer, askedAtMs }: EarlyStart): Promise<Response> {
  const response = await answer
  // The adapter reads the other fields, and the errors.
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  setFirstResponses(firstResponsesOf(body), askedAtMs)
  return response
}

/** The capabilities are loaded once. */
const loadCapabilities = () => queryClient.fetchQuery(callQuery(identityCalls.getCapabilities, {}, { staleMs: Number.POSITIVE_INFINITY }))

async function passwordPolicy(): Promise<PasswordPolicy> {
  const { password } = (await loadCapabilities()).identity
  return { minLength: password.min_length, maxLength: password.max_length }
}

async function capabilities(): Promise<IdentityCapabilities> {
  const { methods, popup, account, confirms_sign_up: confirmsSignUp } = (await loadCapabilities()).identity
  return { methods, popup, account, confirmsSignUp }
}
