import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Limits reloads caused by tokens with invented key ids. */
const MIN_RELOAD_INTERVAL_MS = 1_000

/**
 * Finds the key of a token. An unknown key id reloads the set.
 * Keys stay in use while they can't be reloaded, so an outage signs no user out.
 * @param read reads the current set of public keys
 * @throws (from the returned function) AppError 'unavailable' when the keys were never read and can't be read now
 */
export function createKeys({ read, clock }: { read: () => Promise<JSONWebKeySet>; clock: Clock }): JWTVerifyGetKey {
  let keySet: ReturnType<typeof createLocalJWKSet> | undefined
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function readNow(): Promise<void> {
    keySet = createLocalJWKSet(await read())
    readAtMs = clock.now().getTime()
  }

  function load(): Promise<void> {
    reading ??= readNow().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function firstKeys() {
    if (keySet) return keySet
    try {
      await load()
    } catch (cause) {
      throw new AppError('unavailable', { reason: 'keys', cause: String(cause) })
    }
    if (!keySet) throw new AppError('unavailable', { reason: 'keys' })
    return keySet
  }

  return async (header, token) => {
    const keys = await firstKeys()
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      if (clock.now().getTime() - readAtMs < MIN_RELOAD_INTERVAL_MS) throw error
      try {
        await load()
      } catch (cause) {
        // The key may be new and valid, so the token must not be rejected.
        throw new AppError('unavailable', { reason: 'keys', cause: String(cause) })
      }
      return (keySet ?? keys)(header, token)
    }
  }
}
