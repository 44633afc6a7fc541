import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'

/** An issuer's keys and when they were read, in milliseconds since 1970. */
export type KnownKeys = { keys: JSONWebKeySet; readAtMs: number }

/** Persists keys, so that a restart during an outage of the issuer signs no user out. */
export type KeyStorage = { load(): Promise<KnownKeys | null>; save(keys: KnownKeys): Promise<void> }

export type RemoteKeysOptions = {
  /** Reads the issuer's list of keys. */
  read: () => Promise<JSONWebKeySet>
  storage: KeyStorage
  clock: Clock
  log: Log
}

export type RemoteKeys = {
  /** Finds the key of a token. @throws AppError 'unavailable' while the issuer can't be reached: the token may be valid */
  find: JWTVerifyGetKey
  /** Reads the list again. On failure it logs and keeps the known keys. */
  reload(): Promise<void>
}

/** The interval of scheduled reloads. */
export const RELOAD_EVERY_MS = 10 * 60_000
/** The shortest pause between requests that tokens with unknown keys cause. */
const COOLDOWN_MS = 30_000
/** Without any key users have to wait, so requests are more frequent. */
const COLD_COOLDOWN_MS = 1_000
/** Keys that were not reloaded for this long are no longer trusted. */
const TRUSTED_FOR_MS = 24 * 60 * 60_000

/**
 * The keys of a remote issuer. They stay in use for a day while the issuer can't be reached. Unknown keys are then
 * 'unavailable' instead of rejected, so that an outage signs no user out.
 */
export function createRemoteKeys({ read, storage, clock, log }: RemoteKeysOptions): RemoteKeys {
  let cached: (KnownKeys & { find: ReturnType<typeof createLocalJWKSet> }) | undefined
  let isWarm: Promise<void> | undefined
  let running: Promise<boolean> | undefined
  let triedAtMs = Number.NEGATIVE_INFINITY
  let lastTryFailed = false
  const now = () => clock.now().getTime()

  function use(fresh: KnownKeys): void {
    cached = { ...fresh, find: createLocalJWKSet(fresh.keys) }
  }

  async function loadSaved(): Promise<void> {
    const saved = await storage.load().catch(() => null)
    // A time in the future would make old keys trusted for longer than a day.
    if (saved && !cached) use({ ...saved, readAtMs: Math.min(saved.readAtMs, now()) })
  }

  async function tryToRead(): Promise<boolean> {
    triedAtMs = now()
    try {
      use({ keys: await read(), readAtMs: now() })
      lastTryFailed = false
    } catch (error) {
      lastTryFailed = true
      log.warn({ err: error }, 'reading issuer keys failed')
      return false
    }
    if (cached) await storage.save(cached).catch((error: unknown) => log.warn({ err: error }, 'saving issuer keys failed'))
    return true
  }

  /** Reads the list. Concurrent callers share one request. @returns whether it succeeded */
  function readOnce(): Promise<boolean> {
    running ??= tryToRead().finally(() => {
      running = undefined
    })
    return running
  }

  /** Like `readOnce`, unless the last attempt is too recent. */
  const readAfter = async (cooldownMs: number) => running ?? (now() - triedAtMs >= cooldownMs ? readOnce() : false)

  async function current() {
    await (isWarm ??= loadSaved())
    if (!cached) await readAfter(COLD_COOLDOWN_MS)
    else if (now() - cached.readAtMs > TRUSTED_FOR_MS) await readAfter(COOLDOWN_MS)
    if (!cached || now() - cached.readAtMs > TRUSTED_FOR_MS) throw new AppError('unavailable', { reason: 'keys' })
    return cached
  }

  return {
    async find(header, token) {
      const before = await current()
      try {
        return await before.find(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        await readAfter(COOLDOWN_MS)
        // The key may be new: only the issuer knows.
        if (lastTryFailed) throw new AppError('unavailable', { reason: 'keys' })
        return (cached ?? before).find(header, token)
      }
    },
    async reload() {
      await (isWarm ??= loadSaved())
      await readOnce()
    },
  }
}
