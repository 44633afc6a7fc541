import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isOwnName, splitPasswordHash } from '#contract/identity/common-passwords.ts'

/** Hashing the list takes 0.1 s of a core. In pieces, other requests don't wait for it. */
const HASHES_AT_ONCE = 1_000

let loaded: Promise<ReadonlySet<string>> | undefined
let byPrefix: Promise<ReadonlyMap<string, string[]>> | undefined

/**
 * Whether a password is easy to guess: one of the 49,000 most common ones (the list of zxcvbn-ts), or the product's name or
 * the user's email address with only digits and symbols added. Case-insensitive. ASVS 5.0: 6.2.4 and 6.2.11.
 */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  return isOwnName(password, email) || (await commonPasswords()).has(password.toLowerCase())
}

/** The hash suffixes of the common passwords whose hash starts with `prefix` (`splitPasswordHash`). */
export async function commonPasswordSuffixes(prefix: string): Promise<readonly string[]> {
  byPrefix ??= hashAll()
  return (await byPrefix).get(prefix) ?? []
}

// Half a megabyte, loaded on first use.
const commonPasswords = () =>
  (loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'].map(String))))

async function hashAll(): Promise<ReadonlyMap<string, string[]>> {
  const suffixes = new Map<string, string[]>()
  let count = 0
  for (const password of await commonPasswords()) {
    const { prefix, suffix } = splitPasswordHash(createHash('sha256').update(password).digest('hex'))
    const others = suffixes.get(prefix)
    if (others) others.push(suffix)
    else suffixes.set(prefix, [suffix])
    if (++count % HASHES_AT_ONCE === 0) await setImmediate()
  }
  return suffixes
}
