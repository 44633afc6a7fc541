import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'

/** The keys of another issuer as they were read at that moment, in milliseconds since 1970. */
export type KnownKeys = { keys: JSONWebKeySet; readAtMs: number }

/** Where keys outlive a restart, so that one during an outage of the issuer signs nobody out. */
export type KeyKeeper = { load(): Promise<KnownKeys | null>; save(known: KnownKeys): Promise<void> }

export type RemoteKeysOptions = {
  /** Reads the issuer's list of keys. */
  read: () => Promise<JSONWebKeySet>
  keeper: KeyKeeper
  clock: Clock
  log: Log
}

export type RemoteKeys = {
  /** Finds the key of a token. @throws AppError 'unavailable' when that can't be told: the token may be good */
  find: JWTVerifyGetKey
  /** Reads the list again. A failure is logged and keeps what is known. */
  reload(): Promise<void>
}

/** How often the list is to be read while nothing asks for it. */
export const RELOAD_EVERY_MS = 10 * 60_000
/** Tokens that name unknown keys make us ask the issuer at most this often, whether it answers or not. */
const COOLDOWN_MS = 30_000
/** While no key is known at all, people wait; the issuer is asked more often. */
const COLD_COOLDOWN_MS = 1_000
/** Keys that were not confirmed for so long are not trusted any more. */
const TRUSTED_FOR_MS = 24 * 60 * 60_000

/**
 * The keys of an issuer elsewhere. Once read they stay in use while the issuer can't be reached, for a day; whatever can't
 * be told meanwhile is 'unavailable', never a refusal, or an outage would sign everybody out.
 */
export function createRemoteKeys({ read, keeper, clock, log }: RemoteKeysOptions): RemoteKeys {
  let known: (KnownKeys & { find: ReturnType<typeof createLocalJWKSet> }) | undefined
  let isWarm: Promise<void> | undefined
  let running: Promise<boolean> | undefined
  let triedAtMs = Number.NEGATIVE_INFINITY
  let lastTryFailed = false
  const now = () => clock.now().getTime()

  function take(fresh: KnownKeys): void {
    known = { ...fresh, find: createLocalJWKSet(fresh.keys) }
  }

  async function loadKept(): Promise<void> {
    const kept = await keeper.load().catch(() => null)
    // A moment in the future would make old keys look fresh for longer than a day.
    if (kept && !known) take({ ...kept, readAtMs: Math.min(kept.readAtMs, now()) })
  }

  async function tryToRead(): Promise<boolean> {
    triedAtMs = now()
    try {
      take({ keys: await read(), readAtMs: now() })
      lastTryFailed = false
    } catch (error) {
      lastTryFailed = true
      log.warn({ err: error }, 'the keys of an issuer could not be read')
      return false
    }
    if (known) await keeper.save(known).catch((error: unknown) => log.warn({ err: error }, 'the keys of an issuer could not be kept'))
    return true
  }

  /** Whether the list was read just now; callers at the same time share one reading. */
  function readOnce(): Promise<boolean> {
    running ??= tryToRead().finally(() => {
      running = undefined
    })
    return running
  }

  /** As `readOnce`, unless it was tried a moment ago. */
  const readAfter = async (cooldownMs: number) => running ?? (now() - triedAtMs >= cooldownMs ? readOnce() : false)

  async function current() {
    await (isWarm ??= loadKept())
    if (!known) await readAfter(COLD_COOLDOWN_MS)
    else if (now() - known.readAtMs > TRUSTED_FOR_MS) await readAfter(COOLDOWN_MS)
    if (!known || now() - known.readAtMs > TRUSTED_FOR_MS) throw new AppError('unavailable', { reason: 'keys' })
    return known
  }

  return {
    async find(header, token) {
      const before = await current()
      try {
        return await before.find(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        await readAfter(COOLDOWN_MS)
        // The key may be a new one; as long as the issuer does not answer, nobody can say that it is not.
        if (lastTryFailed) throw new AppError('unavailable', { reason: 'keys' })
        return (known ?? before).find(header, token)
      }
    },
    async reload() {
      await (isWarm ??= loadKept())
      await readOnce()
    },
  }
}
