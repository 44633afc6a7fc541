import type { Clock } from '../clock.ts'
import type { RateLimit } from './rate-limit.ts'

/** `burst` requests at once, then `perSecond`. */
export type TokenBucketOptions = { perSecond: number; burst: number; clock: Clock }

type Bucket = { tokens: number; refilledAt: number }

/** With more keys than this, full buckets are removed: a new one is full as well. */
const CLEANUP_FROM = 10_000

export function createTokenBucket(options: TokenBucketOptions) {
  const nowMs = (): number => options.clock.now().getTime()
  const bucket: Bucket = { tokens: options.burst, refilledAt: nowMs() }
  return {
    consume: (): RateLimit => consume(bucket, options, nowMs()),
    /** Adds every token since the last refill, even above `burst`: for requests that could not be read in the meantime. */
    refillFully: (): void => refill(bucket, options, nowMs(), Infinity),
  }
}

/** A token bucket for each key. */
export function createTokenBuckets(options: TokenBucketOptions) {
  const buckets = new Map<string, Bucket>()
  let cleanupAt = CLEANUP_FROM

  function removeFull(nowMs: number): void {
    for (const [key, bucket] of buckets) {
      refill(bucket, options, nowMs, options.burst)
      if (bucket.tokens >= options.burst) buckets.delete(key)
    }
    cleanupAt = Math.max(CLEANUP_FROM, buckets.size * 2)
  }

  return {
    consume(key: string): RateLimit {
      const nowMs = options.clock.now().getTime()
      if (buckets.size >= cleanupAt) removeFull(nowMs)
      const bucket = buckets.get(key) ?? { tokens: options.burst, refilledAt: nowMs }
      buckets.set(key, bucket)
      return consume(bucket, options, nowMs)
    },
  }
}

function consume(bucket: Bucket, { perSecond, burst }: TokenBucketOptions, nowMs: number): RateLimit {
  refill(bucket, { perSecond }, nowMs, burst)
  const isAllowed = bucket.tokens >= 1
  if (isAllowed) bucket.tokens--
  const missing = Math.max(0, 1 - bucket.tokens)
  return { isAllowed, limit: burst, remaining: Math.floor(bucket.tokens), resetAt: nowMs + (missing / perSecond) * 1_000 }
}

function refill(bucket: Bucket, { perSecond }: Pick<TokenBucketOptions, 'perSecond'>, nowMs: number, maxTokens: number): void {
  // A clock that is set back adds no tokens and takes none.
  const earned = (Math.max(0, nowMs - bucket.refilledAt) / 1_000) * perSecond
  bucket.tokens = Math.max(bucket.tokens, Math.min(maxTokens, bucket.tokens + earned))
  bucket.refilledAt = nowMs
}
