import { identityCalls } from '#contract/identity.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { createBuiltinProvider } from '#web/features/identity/builtin.provider.ts'
import type { IdentityCapabilities, PasswordPolicy } from '#web/features/identity/identity.provider.ts'
import { followOtherTabs, retrySession, startSession } from '#web/features/identity/session.ts'
import { onServerBack } from '#web/platform/connectivity.ts'
import { callQuery, queryClient } from '#web/platform/query.ts'

/** Starts following who is signed in, here and in the other tabs of this browser. */
export function startIdentity(): void {
  startSession(createBuiltinProvider({ fetch: (...request) => fetch(...request), passwordPolicy, capabilities }))
  followOtherTabs(() => location.reload())
  addEventListener('online', retrySession)
  onServerBack(() => {
    if (useAuthStore.getState().exists === undefined) retrySession()
    void queryClient.invalidateQueries({ predicate: (query) => query.state.status === 'error' })
  })
  // What one person has read is nobody else's.
  useAuthStore.subscribe((now, before) => {
    if (before.user && now.user?.subject !== before.user.subject) queryClient.clear()
  })
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
