/* Joins the identity provider, the server's word on whether a profile exists, and the auth store. It owns the store's
   content and the hint that lets the next visit start with the right frame. */
import { identityCalls } from '#contract/identity.ts'
import { callApi } from '#web/platform/api-client.ts'
import { followOtherTabs, keep, recall } from '#web/platform/local-memory.ts'
import { logger } from '#web/platform/log.ts'
import { picturesReady } from '#web/platform/pictures.ts'
import { provideSession } from '#web/platform/session-token.ts'
import { useAuthStore } from './auth.store.ts'
import type { IdentityProvider, IdentityUser } from './provider/identity.provider.ts'

const log = logger('session')
/** Until the server has said whether a profile exists, it is asked again after this pause, in milliseconds. */
export const ASK_AGAIN_MS = 5_000

/** Noted until all that somebody left in this browser is gone: a page may be closed before, or get no code for it. */
const LEFT = 'left'

let provider: IdentityProvider | null = null
let clearUp: () => Promise<void> = async () => undefined
let isLeaving = false
let askAgain: ReturnType<typeof setTimeout> | undefined
let endSession: () => void = () => undefined
/** Set while somebody is taken to be there without anybody having said so; called once it is confirmed. */
let whenConfirmed: (() => void) | null = null

/** Starts following who is signed in. Returns a function that stops. */
export function startSession(identity: IdentityProvider): () => void {
  endSession()
  provider = identity
  const takeBack = provideSession({
    // Nobody has answered yet: calls fail now instead of waiting, and what is kept is read.
    getToken: (options) => (whenConfirmed ? Promise.reject(new Error('it is not confirmed who is there')) : identity.getToken(options)),
    uid: () => useAuthStore.getState().uid,
  })
  const unsubscribe = identity.subscribe(follow)
  void identity.start()
  endSession = () => {
    clearTimeout(askAgain)
    whenConfirmed = null
    unsubscribe()
    takeBack()
    provider = null
  }
  return endSession
}

/**
 * Has `clear` take away what somebody left in this browser once it is known that they are not there any more: they signed out, another
 * person signed in, or the first answer of a visit is that their sign-in has ended meanwhile. What was not cleared to the end is cleared
 * with the next answer.
 */
export function clearUpWith(clear: () => Promise<void>): void {
  clearUp = clear
}

/** The provider that this session follows. @throws Error before the session has started */
export function identityProvider(): IdentityProvider {
  if (!provider) throw new Error('the session has not started')
  return provider
}

function follow(user: IdentityUser | null): void {
  const { user: before, isKnown } = useAuthStore.getState()
  // Until it is known who is there, it may be whoever was there at the last visit.
  const last = isKnown ? before?.subject : recall('session')
  const confirmed = whenConfirmed
  whenConfirmed = null
  useAuthStore.getState().setUser(user)
  keep('session', user?.subject ?? null)
  const hasLeft = Boolean(last) && last !== user?.subject
  if (hasLeft) keep(LEFT, 'yes')
  if (hasLeft || recall(LEFT) !== null) void clearAfterThem()
  clearTimeout(askAgain)
  if (!user) return
  if (user.subject !== before?.subject || confirmed) void confirmProfile()
  // The same person signed in once more (a new proof, a new password): pictures hung on the sign-in that has ended.
  else void openFileSession()
  if (user.subject === before?.subject) confirmed?.()
}

async function clearAfterThem(): Promise<void> {
  try {
    await clearUp()
    keep(LEFT, null)
  } catch (error) {
    log.error('what somebody left is still here', { why: String(error) })
  }
}

export type LastPerson = { user: IdentityUser; profile: { exists: true; uid: string } }

/** Who was signed in here last, with a profile; null when nobody was, or somebody signed out. */
export function lastPerson(): LastPerson | null {
  const subject = recall('session')
  if (subject === null) return null
  const user: IdentityUser = { subject, email: '', emailVerified: true, displayName: null }
  const profile = lastConfirmed(user)
  return profile?.exists ? { user, profile: { exists: true, uid: profile.uid } } : null
}

/**
 * Takes the last person to be there while nothing answers, so that they can read what was kept. Calls fail until it is known.
 * @param onConfirmed called once the provider says that it is them; whoever else it is starts over
 */
export function assumeLastPerson({ user, profile }: LastPerson, onConfirmed: () => void): void {
  if (useAuthStore.getState().isKnown) return
  whenConfirmed = onConfirmed
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile(profile)
}

/** Whether the provider and the server have both said who is there. */
export const isConfirmed = (): boolean => {
  const { isKnown, user, exists } = useAuthStore.getState()
  return isKnown && whenConfirmed === null && (user === null || exists !== undefined)
}

/**
 * Asks the server whether the signed-in person has a profile. Without an answer the flag stays at the last confirmed value
 * for that person, or undefined, and the question is asked again after a while.
 */
export async function confirmProfile(): Promise<void> {
  const { user } = useAuthStore.getState()
  // The socket of somebody who is leaving is turned away; that is no question any more.
  if (!user || isLeaving || whenConfirmed) return
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
  if (!useAuthStore.getState().isKnown || whenConfirmed) void provider?.start()
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

/** Signs out, only when a user is present, and returns the issuer's sign-out page if there is one. @throws IdentityError when the provider can't be reached; then nobody was signed out */
export async function logOut(): Promise<string | null> {
  if (!useAuthStore.getState().user) return null
  isLeaving = true
  try {
    await callApi(identityCalls.endFileSession)
    const next = await identityProvider().signOut()
    log.info('signed out')
    return next
  } finally {
    isLeaving = false
  }
}

/** Follows sign-ins and sign-outs of other tabs: this one starts over as that person, or as nobody. */
export function followSession(reload: () => void): () => void {
  return followOtherTabs('session', () => {
    const subject = recall('session')
    if (subject === (useAuthStore.getState().user?.subject ?? null)) return
    // A tab that slept may have written something behind the clearing.
    if (subject === null) keep(LEFT, 'yes')
    reload()
  })
}
