import { deleteUser, type User } from '@firebase/auth'
import type { ProviderStorage } from './builtin.sign-in-methods.ts'
import type { FirebaseCore } from './firebase.core.ts'
import { IdentityError } from './identity.provider.ts'

const PENDING = 'firebase.deletion'
/** Firebase requires a sign-in of at most five minutes ago, so later attempts would be rejected. */
const RETRY_DELAYS_MS: readonly number[] = [2_000, 8_000, 30_000, 120_000]

export type FirebaseDeletion = ReturnType<typeof createFirebaseDeletion>

/**
 * Deletes the account at Firebase after ours. Only the user's own browser can do that, so it remembers that it still has to, and
 * retries while the page is open and when it is opened again.
 */
export function createFirebaseDeletion({ auth, run }: FirebaseCore, { memory }: { memory: ProviderStorage }) {
  /** Includes the sign-in time, because a later sign-in may belong to a new account. */
  const nameOf = ({ uid, metadata }: User) => `${uid} ${metadata.lastSignInTime ?? ''}`
  const isPending = (user: User) => memory.recall(PENDING) === nameOf(user)

  /** @throws IdentityError with the provider's error */
  async function attempt(user: User): Promise<void> {
    await run(() => deleteUser(user))
    memory.keep(PENDING, null)
  }

  function retryLater(user: User, delays: readonly number[]): void {
    const [delay, ...later] = delays
    if (delay === undefined) return
    setTimeout(() => {
      if (auth.currentUser?.uid !== user.uid || !isPending(user)) return
      attempt(user).catch(() => retryLater(user, later))
    }, delay)
  }

  return {
    isPending,

    /** Called once our server has deleted the account. @throws IdentityError if the provider's deletion failed; it is retried later */
    async run(user: User): Promise<void> {
      memory.keep(PENDING, nameOf(user))
      try {
        await attempt(user)
      } catch (error) {
        retryLater(user, RETRY_DELAYS_MS)
        throw error
      }
    },

    /** Resumes a deletion that an earlier page could not finish. */
    async resume(): Promise<void> {
      const user = auth.currentUser
      if (!user || !isPending(user)) return
      try {
        await attempt(user)
      } catch (error) {
        // The account is deleted; without a new sign-in the provider deletes nothing.
        if (error instanceof IdentityError && error.code === 'recent-sign-in-required') await auth.signOut()
        else retryLater(user, RETRY_DELAYS_MS)
      }
    },
  }
}
