import { identityCalls } from '#contract/identity.ts'
import { useAuthStore, whenPersonLeaves } from '#web/features/identity/auth.store.ts'
import { createBuiltinProvider } from '#web/features/identity/provider/builtin.provider.ts'
import type { Fetch } from '#web/features/identity/provider/builtin.request.ts'
import type { IdentityCapabilities, IdentityProvider, PasswordPolicy } from '#web/features/identity/provider/identity.provider.ts'
import { createOfferedProvider } from '#web/features/identity/provider/lazy-provider.ts'
import { popupBrowser } from '#web/features/identity/provider/popup.browser.ts'
import { createPopup } from '#web/features/identity/provider/popup.ts'
import { clearUpWith, followSession, isConfirmed, retrySession, startSession, wasSignedIn } from '#web/features/identity/session.ts'
import { onServerBack, onServerOut } from '#web/platform/connectivity.ts'
import { loadPart } from '#web/platform/lazy-part.ts'
import { forgetAllBut, keep, recall } from '#web/platform/local-memory.ts'
import { callQuery, queryClient } from '#web/platform/query.ts'
import { staysInTab } from '#web/features/identity/return-path.ts'

/** Starts following who is signed in, here and in the other tabs of this browser. */
export function startIdentity(): void {
  // What one person has read, begun and looked for is nobody else's.
  clearUpWith(async () => (await loadPart(() => import('./clear-user-data.ts'))).forgetPerson())
  whenPersonLeaves(() => queryClient.clear())
  startSession(createOfferedProvider({ choose }))
  followSession(() => {
    // Only a tab itself can reach what it keeps.
    forgetAllBut(staysInTab, 'tab')
    location.reload()
  })
  addEventListener('online', retrySession)
  onServerBack(() => {
    if (!isConfirmed()) retrySession()
    void queryClient.invalidateQueries({ predicate: (query) => query.state.status === 'error' })
  })
  onServerOut(() => {
    if (!useAuthStore.getState().isKnown && wasSignedIn()) void readOffline()
  })
}

/** What reads without a network; only few visits need it. */
async function readOffline(): Promise<void> {
  // Not even its code is there: the page waits for the server instead.
  const offline = await import('./offline.ts').catch(() => null)
  await offline?.readOffline()
}

/** The adapter that the offer asks for. The SDK of Firebase is loaded only where it is needed. */
async function choose(): Promise<IdentityProvider> {
  const server = askedAhead()
  const { firebase, popup } = (await readOffer()).identity
  keep('firebase', firebase ? 'yes' : null)
  if (!firebase) {
    const openPopup = createPopup({ fetch: server, browser: popupBrowser })
    return createBuiltinProvider({ fetch: server, passwordPolicy, capabilities, openPopup })
  }
  const { createFirebaseProvider } = await import('#web/features/identity/provider/firebase.provider.ts')
  const project = { projectId: firebase.project_id, apiKey: firebase.api_key, authDomain: firebase.auth_domain }
  return createFirebaseProvider({ project, capabilities, fetch: server, origin: location.origin, withPopups: popup.length > 0 })
}

/** Our server. Who was signed in here before is asked for beside the offer: it is most likely what the adapter asks first. */
function askedAhead(): Fetch {
  const first = '/identity/get-session'
  const isLikely = wasSignedIn() && !recall('firebase')
  let ahead = isLikely ? fetch(first, { credentials: 'same-origin', headers: { accept: 'application/json' } }) : null
  // Whoever takes it hears of the failure.
  ahead?.catch(() => undefined)
  return (address, init) => {
    const answer = address === first ? ahead : null
    if (answer) ahead = null
    return answer ?? fetch(address, init)
  }
}

/** The offer is read once. */
const readOffer = () => queryClient.fetchQuery(callQuery(identityCalls.getOffer, {}, { staleMs: Number.POSITIVE_INFINITY }))

async function passwordPolicy(): Promise<PasswordPolicy> {
  const { password } = (await readOffer()).identity
  return { minLength: password.min_length, maxLength: password.max_length }
}

async function capabilities(): Promise<IdentityCapabilities> {
  const { methods, popup, account, confirms_sign_up: confirmsSignUp } = (await readOffer()).identity
  return { methods, popup, account, confirmsSignUp }
}
