/* Joins the identity provider, the server's word on whether a profile exists, and the auth store. It owns the store's
   content and the hint that lets the next visit start with the right frame. */
import { identityCalls } from '#contract/identity.ts'
import { callApi } from '#web/platform/api-client.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import { logger } from '#web/platform/log.ts'
import { picturesReady } from '#web/platform/pictures.ts'
import { provideSession } from '#web/platform/session-token.ts'
import { useAuthStore } from './auth.store.ts'
import type { IdentityProvider, IdentityUser } from './identity.provider.ts'

const log = logger('session')
/** Until the server has said whether a profile exists, it is asked again after this pause, in milliseconds. */
export const ASK_AGAIN_MS = 5_000

let provider: IdentityProvider | null = null
let isLeaving = false
let askAgain: ReturnType<typeof setTimeout> | undefined
let endSession: () => void = () => undefined

/** Starts following who is signed in. Returns a function that stops. */
export function startSession(identity: IdentityProvider): () => void {
  endSession()
  provider = identity
  const takeBack = provideSession({ getToken: (options) => identity.getToken(options), uid: () => useAuthStore.getState().uid })
  const unsubscribe = identity.subscribe(follow)
  void identity.start()
  endSession = () => {
    clearTimeout(askAgain)
    unsubscribe()
    takeBack()
    provider = null
  }
  return endSession
}

/** The provider that this session follows. @throws Error before the session has started */
export function identityProvider(): IdentityProvider {
  if (!provider) throw new Error('the session has not started')
  return provider
}

function follow(user: IdentityUser | null): void {
  const before = useAuthStore.getState().user
  useAuthStore.getState().setUser(user)
  keep('session', user?.subject ?? null)
  clearTimeout(askAgain)
  if (!user) return
  if (user.subject !== before?.subject) void confirmProfile()
  // The same person signed in once more (a new proof, a new password): pictures hung on the sign-in that has ended.
  else void openFileSession()
}

/**
 * Asks the server whether the signed-in person has a profile. Without an answer the flag stays at the last confirmed value
 * for that person, or undefined, and the question is asked again after a while.
 */
export async function confirmProfile(): Promise<void> {
  const { user } = useAuthStore.getState()
  // The socket of somebody who is leaving is turned away; that is no question any more.
  if (!user || isLeaving) return
  clearTimeout(askAgain)
  const answer = await callApi(identityCalls.checkUserExist)
  if (useAuthStore.getState().user?.subject !== user.subject) return
  if (answer) {
    keep(memoryOf(user), JSON.stringify(answer))
    useAuthStore.getState().setProfile(answer)
    void openFileSession()
    return
  }
  useAuthStore.getState().setProfile(lastConfirmed(user))
  askAgain = setTimeout(() => void confirmProfile(), ASK_AGAIN_MS)
}

/** Asks everybody who has not answered yet, at once (the retry button, the network is back). */
export function retrySession(): void {
  if (!useAuthStore.getState().isKnown) void provider?.start()
  else void confirmProfile()
}

const memoryOf = (user: IdentityUser) => `profile.${user.subject}`

function lastConfirmed(user: IdentityUser): { exists: boolean; uid: string } | undefined {
  try {
    const { exists, uid } = JSON.parse(recall(memoryOf(user)) ?? '{}') as Record<string, unknown>
    return typeof exists === 'boolean' && typeof uid === 'string' ? { exists, uid } : undefined
  } catch {
    // Written by an older version or by hand: as good as nothing.
    return undefined
  }
}

/** Lets pictures load: an `<img>` sends no bearer, so the server sets a cookie for them (architecture, section 4). */
async function openFileSession(): Promise<void> {
  try {
    await callApi(identityCalls.startFileSession)
    picturesReady()
  } catch {
    // Logged by the client. Pictures fall back to initials and gradients until the next start.
  }
}

/** Whether somebody was signed in when this browser was last used; lets the right frame be drawn at once. */
export function wasSignedIn(): boolean {
  return recall('session') !== null
}

/** Signs out, only when a user is present. @throws IdentityError when the provider can't be reached; then nobody was signed out */
export async function logOut(): Promise<void> {
  if (!useAuthStore.getState().user) return
  isLeaving = true
  try {
    await callApi(identityCalls.endFileSession)
    await identityProvider().signOut()
    log.info('signed out')
  } finally {
    isLeaving = false
  }
}

/** Follows sign-ins and sign-outs of other tabs: this one starts over as that person, or as nobody. */
export function followOtherTabs(reload: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === 'wl.session' && event.newValue !== (useAuthStore.getState().user?.subject ?? null)) reload()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
