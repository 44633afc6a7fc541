import type { Clock } from '../clock.ts'
import type { RateLimit } from './rate-limit.ts'

/** `burst` requests at once, then `perSecond`. */
export type TokenBucketOptions = { perSecond: number; burst: number; clock: Clock }

/** With more keys than this, full buckets are removed: a new one is full as well. */
const CLEANUP_FROM = 10_000

export class TokenBucket {
  readonly #options: TokenBucketOptions
  #tokens: number
  #refilledAt: number

  constructor(options: TokenBucketOptions) {
    this.#options = options
    this.#tokens = options.burst
    this.#refilledAt = options.clock.now().getTime()
  }

  consume(): RateLimit {
    const { perSecond, burst } = this.#options
    this.#refill(burst)
    const isAllowed = this.#tokens >= 1
    if (isAllowed) this.#tokens--
    const missing = Math.max(0, 1 - this.#tokens)
    const resetAt = this.#refilledAt + (missing / perSecond) * 1_000
    return { isAllowed, limit: burst, remaining: Math.floor(this.#tokens), resetAt }
  }

  /** Adds every token since the last refill, even above `burst`: for requests that could not be read in the meantime. */
  refillFully(): void {
    this.#refill(Infinity)
  }

  isFull(): boolean {
    const { burst } = this.#options
    this.#refill(burst)
    return this.#tokens >= burst
  }

  #refill(maxTokens: number): void {
    const { perSecond, clock } = this.#options
    const nowMs = clock.now().getTime()
    // A clock that is set back adds no tokens and takes none.
    const earned = (Math.max(0, nowMs - this.#refilledAt) / 1_000) * perSecond
    this.#tokens = Math.max(this.#tokens, Math.min(maxTokens, this.#tokens + earned))
    this.#refilledAt = nowMs
  }
}

/** A token bucket for each key. */
export function createTokenBuckets(options: TokenBucketOptions) {
  const buckets = new Map<string, TokenBucket>()
  let cleanupAt = CLEANUP_FROM

  function removeFull(): void {
    for (const [key, bucket] of buckets) if (bucket.isFull()) buckets.delete(key)
    cleanupAt = Math.max(CLEANUP_FROM, buckets.size * 2)
  }

  return {
    consume(key: string): RateLimit {
      if (buckets.size >= cleanupAt) removeFull()
      const bucket = buckets.get(key) ?? new TokenBucket(options)
      buckets.set(key, bucket)
      return bucket.consume()
    },
  }
}
