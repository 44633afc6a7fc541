import { create } from 'zustand'
import type { Uid } from '#contract/base/ids.ts'
import type { IdentityUser } from './provider/identity.provider.ts'

/**
 * Where a person stands, for whoever draws or guards:
 * `unknown` the identity provider has not answered yet; `signed_out`; `checking` signed in, and whether there is a profile
 * is not known yet; `no_profile`; `ready`.
 */
export type Standing = 'unknown' | 'signed_out' | 'checking' | 'no_profile' | 'ready'

export type AuthState = {
  /** The signed-in user or none. */
  user: IdentityUser | null
  /** Whether it is known who is signed in. Before that, `user` is null without meaning that nobody is. */
  isKnown: boolean
  /** Whether the signed-in person has a profile; undefined until the server has said so. */
  exists: boolean | undefined
  /** The signed-in person's uid, from the same answer. */
  uid: Uid | null
  /** Whether moderators have suspended the signed-in person: then they may only read why, appeal and leave. */
  isSuspended: boolean
  setUser(user: IdentityUser | null): void
  setProfile(profile: { exists: boolean; uid: Uid; suspended?: boolean | undefined } | undefined): void
}

/** Who is signed in (spec, section 3). Written by `session.ts` alone. */
export const useAuthStore = create<AuthState>()((set) => ({
  user: null,
  isKnown: false,
  exists: undefined,
  uid: null,
  isSuspended: false,
  // Another person's flag says nothing about this one.
  setUser: (user) =>
    set((state) =>
      user && state.user?.subject === user.subject
        ? { user, isKnown: true }
        : { user, isKnown: true, exists: undefined, uid: null, isSuspended: false },
    ),
  setProfile: (profile) => set({ exists: profile?.exists, uid: profile?.uid ?? null, isSuspended: profile?.suspended ?? false }),
}))

/** Calls `forget` when whoever is signed in on this page is not there any more: nobody is, or somebody else. Returns its own end. */
export function whenPersonLeaves(forget: () => void): () => void {
  return useAuthStore.subscribe((now, before) => {
    if (before.user && now.user?.subject !== before.user.subject) forget()
  })
}

export function standingOf({ user, isKnown, exists }: Pick<AuthState, 'user' | 'isKnown' | 'exists'>): Standing {
  if (!isKnown) return 'unknown'
  if (!user) return 'signed_out'
  if (exists === undefined) return 'checking'
  return exists ? 'ready' : 'no_profile'
}

export function useStanding(): Standing {
  return useAuthStore(standingOf)
}

/** The signed-in person's uid; null while nobody is, or while it is not known yet. */
export function useMyUid(): Uid | null {
  return useAuthStore((state) => state.uid)
}
