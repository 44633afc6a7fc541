import { identityCalls } from '#contract/identity.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { createBuiltinProvider } from '#web/features/identity/builtin.provider.ts'
import type { PasswordPolicy } from '#web/features/identity/identity.provider.ts'
import { followOtherTabs, retrySession, startSession } from '#web/features/identity/session.ts'
import { onServerBack } from '#web/platform/connectivity.ts'
import { callQuery, queryClient } from '#web/platform/query.ts'

/** Starts following who is signed in, here and in the other tabs of this browser. */
export function startIdentity(): void {
  startSession(createBuiltinProvider({ fetch: (...request) => fetch(...request), passwordPolicy }))
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

// The rules come with the offer, which is read once.
async function passwordPolicy(): Promise<PasswordPolicy> {
  const offer = await queryClient.fetchQuery(callQuery(identityCalls.getOffer, {}, { staleMs: Number.POSITIVE_INFINITY }))
  return { minLength: offer.identity.password.min_length, maxLength: offer.identity.password.max_length }
}
