import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/platform/clock.ts'

/** A stream of made-up key names reads the keys at most this often. */
const RELOAD_AT_MOST_EVERY_MS = 1_000

/**
 * Finds the key of a token, reading the set again when a token names one that is not known yet.
 * Keys once read stay in use while they can't be read again: an outage never signs anybody out.
 * @param read reads the present set of public keys
 * @throws (from the returned function) AppError 'unavailable' when the keys were never read and can't be read now
 */
export function createKeys({ read, clock }: { read: () => Promise<JSONWebKeySet>; clock: Clock }): JWTVerifyGetKey {
  let known: ReturnType<typeof createLocalJWKSet> | undefined
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function readNow(): Promise<void> {
    known = createLocalJWKSet(await read())
    readAtMs = clock.now().getTime()
  }

  function load(): Promise<void> {
    reading ??= readNow().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function firstKeys() {
    if (known) return known
    try {
      await load()
    } catch (cause) {
      throw new AppError('unavailable', { reason: 'keys', cause: String(cause) })
    }
    if (!known) throw new AppError('unavailable', { reason: 'keys' })
    return known
  }

  return async (header, token) => {
    const keys = await firstKeys()
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      if (clock.now().getTime() - readAtMs < RELOAD_AT_MOST_EVERY_MS) throw error
      try {
        await load()
      } catch (cause) {
        // The key may be new and good; whoever holds the token must not be told otherwise.
        throw new AppError('unavailable', { reason: 'keys', cause: String(cause) })
      }
      return (known ?? keys)(header, token)
    }
  }
}
