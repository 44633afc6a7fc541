import { create } from 'zustand'
import type { Uid } from '#contract/base/ids.ts'
import type { IdentityUser } from './provider/identity.provider.ts'

/**
 * The auth status for rendering and guarding:
 * `unknown` the identity provider has not answered yet; `signed_out`; `checking` signed in, but the profile is not confirmed;
 * `no_profile`; `ready`.
 */
export type AuthStatus = 'unknown' | 'signed_out' | 'checking' | 'no_profile' | 'ready'

export type AuthState = {
  user: IdentityUser | null
  /** Whether the provider has answered. Before that, `user` is null although someone may be signed in. */
  isKnown: boolean
  /** Whether the signed-in user has a profile; undefined until the server confirms it. */
  exists: boolean | undefined
  /** The signed-in user's uid, from the same response. */
  uid: Uid | null
  /** Whether moderators have suspended the user, who can then only read why, appeal and sign out. */
  isSuspended: boolean
  /** Whether the terms have changed since the user accepted them. Until they accept, every page shows the terms. */
  mustAcceptTerms: boolean
  setUser(user: IdentityUser | null): void
  setProfile(
    profile: { exists: boolean; uid: Uid; suspended?: boolean | undefined; must_accept_terms?: boolean | undefined } | undefined,
  ): void
}

/** Who is signed in (spec, section 3). Only `session.ts` writes it. */
export const useAuthStore = create<AuthState>()((set) => ({
  user: null,
  isKnown: false,
  exists: undefined,
  uid: null,
  isSuspended: false,
  mustAcceptTerms: false,
  // Another user's profile state must not remain.
  setUser: (user) =>
    set((state) =>
      user && state.user?.subject === user.subject
        ? { user, isKnown: true }
        : { user, isKnown: true, exists: undefined, uid: null, isSuspended: false, mustAcceptTerms: false },
    ),
  setProfile: (profile) =>
    set({
      exists: profile?.exists,
      uid: profile?.uid ?? null,
      isSuspended: profile?.suspended ?? false,
      mustAcceptTerms: profile?.must_accept_terms ?? false,
    }),
}))

/** Calls `listener` when the signed-in user signs out or another user signs in. Returns an unsubscribe function. */
export function onUserLeft(listener: () => void): () => void {
  return useAuthStore.subscribe((now, before) => {
    if (before.user && now.user?.subject !== before.user.subject) listener()
  })
}

export function authStatusOf({ user, isKnown, exists }: Pick<AuthState, 'user' | 'isKnown' | 'exists'>): AuthStatus {
  if (!isKnown) return 'unknown'
  if (!user) return 'signed_out'
  if (exists === undefined) return 'checking'
  return exists ? 'ready' : 'no_profile'
}

export function useAuthStatus(): AuthStatus {
  return useAuthStore(authStatusOf)
}

/** The signed-in user's uid; null while signed out or unknown. */
export function useMyUid(): Uid | null {
  return useAuthStore((state) => state.uid)
}
