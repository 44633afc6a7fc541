/* Connects the identity provider, the server's profile check and the auth store. It is the only writer of the store, and of the
   stored hint that lets the next visit start with the right frame. */
import { identityCalls } from '#contract/identity/identity.ts'
import { callApi } from '#web/platform/api-client.ts'
import { onStoredChange, writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import { logger } from '#web/platform/log.ts'
import { picturesReady } from '#web/platform/pictures.ts'
import { registerSession, sessionToken } from '#web/platform/session-token.ts'
import { useAuthStore } from './auth.store.ts'
import type { IdentityMethods, IdentityProvider, IdentityUser } from './provider/identity.provider.ts'

const log = logger('session')
/** Retry delay of the profile check while the server does not answer. */
export const PROFILE_RETRY_MS = 5_000

/**
 * Stored until a former user's data is completely cleared: a page may close early, or fail to load the code for it.
 * The value is that user's account.
 */
export const CLEANUP_PENDING = 'left'

/**
 * @param left what `CLEANUP_PENDING` has; null for nothing
 * @param isStillIn true: the account may still be signed in here
 * @param wasEnded true: the session has ended without a sign-out here
 */
export type ClearUserData = (left: string | null, isStillIn: boolean, wasEnded: boolean) => Promise<void>

type Running = {
  provider: IdentityProvider
  clearUserData: ClearUserData
  startOver: (changedAt: string) => void
  stop: () => void
  isSigningOut: boolean
}

type Session =
  | { name: 'stopped' }
  /** The store follows the provider: both have the same user. */
  | (Running & { name: 'following'; profileRetry?: ReturnType<typeof setTimeout> })
  /** The last user is shown while the provider does not answer. `onConfirmed` is called when it answers with that user. */
  | (Running & { name: 'assumed'; onConfirmed: () => void })

let session: Session = { name: 'stopped' }

function enter(next: Session): void {
  cancelProfileRetry()
  session = next
}

function cancelProfileRetry(): void {
  if (session.name === 'following') clearTimeout(session.profileRetry)
}

/**
 * Starts following who is signed in.
 * @param clearUserData clears a user's data from this browser. Called when the user signed out, another user signed in, or the first
 *   response of a visit says that the session has ended. A cleanup that failed is repeated after the next response.
 * @param startOver opens the app again for another user, whose data is stored by then. `changedAt` is the path at the change.
 * @returns a function that stops
 */
export function startSession(
  provider: IdentityProvider,
  clearUserData: ClearUserData = async () => undefined,
  startOver: (changedAt: string) => void = () => undefined,
): () => void {
  if (session.name !== 'stopped') session.stop()
  const unregister = registerSession({
    // An assumed user has no token: calls fail at once instead of waiting, so that cached content shows.
    getToken: (options) =>
      session.name === 'assumed' ? Promise.reject(new Error('the session is not confirmed')) : provider.getToken(options),
    uid: () => useAuthStore.getState().uid,
    handleRejectedToken: (token) => void endRejectedSession(provider, token),
  })
  const stop = () => {
    enter({ name: 'stopped' })
    unsubscribe()
    unregister()
  }
  enter({ name: 'following', provider, clearUserData, startOver, stop, isSigningOut: false })
  const unsubscribe = provider.subscribe(follow)
  void provider.start()
  return stop
}

/** Signs out here when our server has ended the session. Firebase would refresh its tokens forever, and every call would get a 401. */
async function endRejectedSession(provider: IdentityProvider, token: string): Promise<void> {
  try {
    // The rejected token may belong to a previous user.
    if ((await provider.getToken()) !== token) return
    await provider.signOut()
    log.info('session ended by the server')
  } catch (error) {
    // Already signed out, or the next call retries.
    log.info('sign-out after a rejected session failed', { why: String(error) })
  }
}

/** The provider that this session follows. @throws Error before the session has started */
export function identityProvider(): IdentityProvider {
  if (session.name === 'stopped') throw new Error('the session has not started')
  return session.provider
}

/** @throws Error before the session has started @throws IdentityError 'network-request-failed' when the code can't be loaded */
export const identityMethods = (): Promise<IdentityMethods> => identityProvider().methods()

function follow(user: IdentityUser | null): void {
  if (session.name === 'stopped') return
  const { user: before, isKnown } = useAuthStore.getState()
  // Until the first response, the last visit's user may be signed in.
  const last = isKnown ? before?.subject : readStored('session')
  const { onConfirmed: _, ...running } = { onConfirmed: null, ...session }
  const onConfirmed = session.name === 'assumed' ? session.onConfirmed : null
  enter({ ...running, name: 'following' })
  useAuthStore.getState().setUser(user)
  writeStored('session', user?.subject ?? null)
  const hasLeft = Boolean(last) && last !== user?.subject
  if (hasLeft && last) writeStored(CLEANUP_PENDING, last)
  if (hasLeft || readStored(CLEANUP_PENDING) !== null)
    void cleanUp(running, hasLeft && user !== null, hasLeft && user === null && !running.isSigningOut)
  if (!user) return
  if (user.subject !== before?.subject || onConfirmed) void confirmProfile()
  // The same user has a new session (re-authentication, a new password): the old one's file session has ended.
  else void openFileSession()
  if (user.subject === before?.subject) onConfirmed?.()
}

async function cleanUp(running: Running, isReplaced: boolean, wasEnded: boolean): Promise<void> {
  const { provider, clearUserData, startOver, isSigningOut } = running
  const changedAt = globalThis.location?.pathname ?? '/'
  try {
    await clearUserData(readStored(CLEANUP_PENDING), isReplaced && !isSigningOut && provider.kind === 'builtin', wasEnded)
    writeStored(CLEANUP_PENDING, null)
  } catch (error) {
    log.error('user data could not be cleared', { why: String(error) })
  }
  // Features have read their stored data for the former user.
  if (isReplaced) startOver(changedAt)
}

export type LastUser = { user: IdentityUser; profile: { exists: true; uid: string } }

/** The last signed-in user of this browser with a profile; null after a sign-out. */
export function lastUser(): LastUser | null {
  const subject = readStored('session')
  if (subject === null) return null
  const user: IdentityUser = { subject, email: '', emailVerified: true, displayName: null }
  const profile = lastConfirmed(user)
  return profile?.exists ? { user, profile: { exists: true, uid: profile.uid } } : null
}

/**
 * Assumes that the last user is signed in while nothing answers, so that they can read cached content. Calls fail until the session
 * is known.
 * @param onConfirmed called when the provider answers with this user; any other response resets the store
 */
export function assumeLastUser({ user, profile }: LastUser, onConfirmed: () => void): void {
  if (session.name === 'stopped' || useAuthStore.getState().isKnown) return
  enter({ ...session, name: 'assumed', onConfirmed })
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile(profile)
}

/** Whether the provider and the server have both answered. */
export const isSessionConfirmed = (): boolean => {
  const { isKnown, user, exists } = useAuthStore.getState()
  return isKnown && session.name !== 'assumed' && (user === null || exists !== undefined)
}

/**
 * Asks the server whether the signed-in user has a profile. Without a response the store has the last confirmed value of that user, or
 * undefined, and the check is repeated after a delay.
 * @param forceRefresh the server rejected the last token, so another one is fetched first; without one the user is signed out
 */
export async function confirmProfile({ forceRefresh = false } = {}): Promise<void> {
  const { user } = useAuthStore.getState()
  if (!user || session.name === 'assumed') return
  // The server rejects the socket during a sign-out, which triggers this check.
  if (session.name === 'following' && session.isSigningOut) return
  cancelProfileRetry()
  if (forceRefresh) await sessionToken({ forceRefresh }).catch(() => null)
  const response = await callApi(identityCalls.checkUserExist)
  if (useAuthStore.getState().user?.subject !== user.subject) return
  if (response) {
    writeStored(profileKey(user), JSON.stringify(response))
    useAuthStore.getState().setProfile(response)
    void openFileSession()
    return
  }
  useAuthStore.getState().setProfile(lastConfirmed(user))
  if (session.name === 'following') session.profileRetry = setTimeout(() => void confirmProfile(), PROFILE_RETRY_MS)
}

/** Retries the provider or the profile check at once (the retry button, a reconnect). */
export function retrySession(): void {
  if (session.name !== 'stopped' && (session.name === 'assumed' || !useAuthStore.getState().isKnown)) void session.provider.start()
  else void confirmProfile()
}

const profileKey = (user: IdentityUser) => `profile.${user.subject}`

function lastConfirmed(user: IdentityUser): { exists: boolean; uid: string } | undefined {
  try {
    const { exists, uid } = JSON.parse(readStored(profileKey(user)) ?? '{}') as Record<string, unknown>
    return typeof exists === 'boolean' && typeof uid === 'string' ? { exists, uid } : undefined
  } catch {
    // Invalid stored data is treated as missing.
    return undefined
  }
}

/** Starts the cookie session for pictures: an `<img>` sends no bearer token (architecture, section 4). */
async function openFileSession(): Promise<void> {
  try {
    await callApi(identityCalls.startFileSession, { body: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } })
    picturesReady()
  } catch {
    // Logged by the API client. Pictures fall back to initials and gradients until the next start.
  }
}

/** Whether a user was signed in when this browser was last used; decides the first frame. */
export function wasSignedIn(): boolean {
  return readStored('session') !== null
}

/** Signs out, only when a user is present, and returns the issuer's sign-out page if there is one. @throws IdentityError when the provider can't be reached; then nobody was signed out */
export async function logOut(): Promise<string | null> {
  if (!useAuthStore.getState().user) return null
  setSigningOut(true)
  try {
    await callApi(identityCalls.endFileSession)
    const next = await identityProvider().signOut()
    log.info('signed out')
    return next
  } finally {
    setSigningOut(false)
  }
}

/** Runs a command that ends the session here, such as the deletion of the account. */
export async function endSession<T>(command: () => Promise<T>): Promise<T> {
  setSigningOut(true)
  try {
    return await command()
  } finally {
    setSigningOut(false)
  }
}

function setSigningOut(isSigningOut: boolean): void {
  if (session.name !== 'stopped') session.isSigningOut = isSigningOut
}

/**
 * Follows sign-ins and sign-outs of other tabs: calls `leave` when another user is signed in there. A suspended page notices it when it is
 * shown again.
 */
export function followSession(leave: (from: string | null, to: string | null) => void): () => void {
  const compare = () => {
    const subject = readStored('session')
    const { user } = useAuthStore.getState()
    const own = user?.subject ?? null
    if (subject === own) return
    // A suspended tab may have stored something after the other tab's cleanup.
    if (subject === null) writeStored(CLEANUP_PENDING, own ?? 'unknown')
    leave(own, subject)
  }
  const compareWhenBack = ({ persisted }: PageTransitionEvent) => persisted && compare()
  // Tests without a DOM have no events.
  globalThis.addEventListener?.('pageshow', compareWhenBack)
  const unsubscribe = onStoredChange('session', compare)
  return () => {
    unsubscribe()
    globalThis.removeEventListener?.('pageshow', compareWhenBack)
  }
}
