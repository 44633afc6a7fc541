import { type Auth, onAuthStateChanged, type User } from '@firebase/auth'
import { USER_IS_NULL } from '#web/platform/session-token.ts'
import { firebaseCode, readFirebaseError } from './firebase.errors.ts'
import { IdentityError, type IdentityErrorCode, type IdentityUser } from './identity.provider.ts'

export type FirebaseCore = ReturnType<typeof createFirebaseCore>

/** After these codes the SDK signs the user out. */
const ENDED = new Set(['user-token-expired', 'invalid-user-token', 'user-disabled', 'user-not-found'])

/** The session at Firebase. The SDK stores it in this browser and refreshes tokens. */
export function createFirebaseCore(auth: Auth) {
  const listeners = new Set<(user: IdentityUser | null) => void>()
  let user: IdentityUser | null | undefined
  let ready: Promise<void> | undefined

  function setUser(next: User | null): void {
    const before = user
    user = next && present(next)
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(user)) return
    for (const listener of listeners) listener(user)
  }

  async function findOut(): Promise<void> {
    await auth.authStateReady()
    setUser(auth.currentUser)
    onAuthStateChanged(auth, setUser)
  }

  const start = (): Promise<void> => (ready ??= findOut())

  async function getToken({ forceRefresh = false } = {}): Promise<string> {
    await start()
    const { currentUser } = auth
    if (!currentUser) throw new Error(USER_IS_NULL)
    try {
      return await currentUser.getIdToken(forceRefresh)
    } catch (error) {
      if (!ENDED.has(firebaseCode(error) ?? '')) throw readFirebaseError(error)
      if (auth.currentUser?.uid === currentUser.uid) await auth.signOut()
      setUser(auth.currentUser)
      throw new Error(USER_IS_NULL, { cause: error })
    }
  }

  return {
    auth,
    start,
    getToken,
    currentUser: () => user,
    subscribe(listener: (user: IdentityUser | null) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** @throws IdentityError 'user-is-null' */
    requireUser(): User {
      if (!auth.currentUser) throw new IdentityError('user-is-null')
      return auth.currentUser
    },

    /** Runs an SDK call and maps its error codes. */
    async run<T>(work: () => Promise<T>, changes: Record<string, IdentityErrorCode> = {}): Promise<T> {
      try {
        return await work()
      } catch (error) {
        throw readFirebaseError(error, changes)
      }
    },

    /** Sets the user from the SDK's current data. */
    async setSignedIn(signedIn: User): Promise<IdentityUser> {
      await start()
      setUser(signedIn)
      return present(signedIn)
    },
  }
}

const present = ({ uid, email, emailVerified, displayName }: User): IdentityUser => ({
  subject: uid,
  email: email ?? '',
  emailVerified,
  displayName: displayName || null,
})
