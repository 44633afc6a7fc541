import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { AppError } from '#contract/errors.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency/concurrency-limit.ts'
import { isCommonPassword } from './common-passwords.ts'

/** The length rules. The web client gets them from the capabilities call. */
export const passwordPolicy = { minLength: 8, maxLength: 128 } as const

/**
 * Checks a new password for the account with this address.
 * @throws AppError 'password_too_short', 'password_too_long' or 'password_too_common'
 */
export async function assertPolicy(password: string, email: string): Promise<void> {
  if (password.length < passwordPolicy.minLength) throw new AppError('password_too_short')
  if (password.length > passwordPolicy.maxLength) throw new AppError('password_too_long')
  if (await isCommonPassword(password, email)) throw new AppError('password_too_common')
}

/** scrypt takes 0.1 s of a core. With more in parallel, a burst of sign-ins would stall the chat. */
const HASHES_AT_ONCE = 2
const HASHES_WAITING = 100

/** Each call of `hash` uses a new salt. */
export type Hashing = {
  hash(password: string): Promise<string>
  verify(input: { hash: string; password: string }): Promise<boolean>
}

export type Passwords = ReturnType<typeof createPasswords>

/**
 * Password hashing with limited concurrency.
 * Better Auth hashes a new password inside its sign-up transaction. The embedded database has one connection, so all other
 * requests would wait for scrypt. `prepare` hashes before the transaction, and `hash` then returns that result.
 */
export function createPasswords(hashing: Hashing = { hash: hashPassword, verify: verifyPassword }) {
  const limit = createConcurrencyLimit(HASHES_AT_ONCE, { maxWaiting: HASHES_WAITING })
  const prepared = new AsyncLocalStorage<{ password?: string; hash?: string }>()
  return {
    /** Runs one request. `prepare` and `hash` share a result within it. */
    forRequest: <T>(work: () => Promise<T>): Promise<T> => prepared.run({}, work),

    /** Hashes ahead of time. Does nothing outside `forRequest`. @throws AppError 'unavailable' when too many wait */
    async prepare(password: string): Promise<void> {
      const request = prepared.getStore()
      if (request) Object.assign(request, { password, hash: await limit(() => hashing.hash(password)) })
    },

    /** @throws AppError 'unavailable' when too many wait */
    async hash(password: string): Promise<string> {
      const request = prepared.getStore()
      return request?.hash && request.password === password ? request.hash : limit(() => hashing.hash(password))
    },

    /** @throws AppError 'unavailable' when too many wait */
    verify: (input: { hash: string; password: string }): Promise<boolean> => limit(() => hashing.verify(input)),
  }
}
