import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { AppError } from '#contract/errors.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency/concurrency-limit.ts'
import { isCommonPassword } from './common-passwords.ts'

/** What a password must be. The web learns it from the offer call and shows it before it is broken. */
export const passwordPolicy = { minLength: 8, maxLength: 128 } as const

/**
 * Whether a new password may be that of the account with this address.
 * @throws AppError 'password_too_short', 'password_too_long' or 'password_too_common'
 */
export async function assertPolicy(password: string, email: string): Promise<void> {
  if (password.length < passwordPolicy.minLength) throw new AppError('password_too_short')
  if (password.length > passwordPolicy.maxLength) throw new AppError('password_too_long')
  if (await isCommonPassword(password, email)) throw new AppError('password_too_common')
}

/** scrypt takes a core for a tenth of a second: more at once than this and a burst of sign-ins stalls the chat. */
const HASHES_AT_ONCE = 2
const HASHES_WAITING = 100

export type Passwords = ReturnType<typeof createPasswords>

/**
 * Password hashing in small turns.
 * Better Auth hashes a new password inside its sign-up transaction. The embedded database has one connection, so everybody
 * else would wait for scrypt; `prepare`, called before the transaction, does the work and `hash` then only hands it over.
 * @param hashNow makes the hash of a password; scrypt with a salt of its own each time
 */
export function createPasswords(hashNow: (password: string) => Promise<string> = hashPassword) {
  const limit = createConcurrencyLimit(HASHES_AT_ONCE, { maxWaiting: HASHES_WAITING })
  const prepared = new AsyncLocalStorage<{ password?: string; hash?: string }>()
  return {
    /** Runs one request; what `prepare` makes during it is seen by `hash` of the same request only. */
    during: <T>(work: () => Promise<T>): Promise<T> => prepared.run({}, work),

    /** Hashes ahead of time. Does nothing outside of `during`. @throws AppError 'unavailable' when too many wait */
    async prepare(password: string): Promise<void> {
      const here = prepared.getStore()
      if (here) Object.assign(here, { password, hash: await limit(() => hashNow(password)) })
    },

    /** @throws AppError 'unavailable' when too many wait */
    async hash(password: string): Promise<string> {
      const here = prepared.getStore()
      return here?.hash && here.password === password ? here.hash : limit(() => hashNow(password))
    },

    /** @throws AppError 'unavailable' when too many wait */
    verify: (input: { hash: string; password: string }): Promise<boolean> => limit(() => verifyPassword(input)),
  }
}
