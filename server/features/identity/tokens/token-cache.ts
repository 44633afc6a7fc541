import { createHash } from 'node:crypto'
import type { Uid } from '#contract/base/ids.ts'
import { CLOCK_TOLERANCE_S, type VerifiedToken } from './tokens.ts'

/** A verified token. Verifying it again costs four times as much as a whole request. */
export type KnownToken = {
  uid: Uid
  token: VerifiedToken
  /** When the user and the sign-in were last loaded. */
  checkedAtMs: number
  /** Cached only when true, so that a new profile is noticed at once. */
  hasProfile: boolean
  /** Cached only when true, like the profile. */
  hasAcceptedTerms: boolean
}

/** Far above the concurrent users of one process. A token takes under a kilobyte. */
const MAX_TOKENS = 20_000

/** Tokens live for minutes, and a scan of the full cache takes milliseconds. */
const EXPIRY_SCAN_INTERVAL_MS = 60_000

const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export function createTokenCache({ max = MAX_TOKENS }: { max?: number } = {}) {
  const tokens = new Map<string, KnownToken>()
  let generation = 0
  let scannedAtMs = 0

  /** Scans all entries: they are not sorted by expiry. */
  function evictExpired(nowMs: number): void {
    if (nowMs - scannedAtMs < EXPIRY_SCAN_INTERVAL_MS) return
    scannedAtMs = nowMs
    for (const [key, { token }] of tokens) if (token.expiresAtMs <= nowMs) tokens.delete(key)
  }

  return {
    get(token: string, nowMs: number): KnownToken | undefined {
      const key = keyOf(token)
      const entry = tokens.get(key)
      // A token issued in the future means that the clock was set back.
      const isCurrent = entry && entry.token.expiresAtMs > nowMs && entry.token.issuedAtMs <= nowMs + CLOCK_TOLERANCE_S * 1000
      if (entry && !isCurrent) {
        tokens.delete(key)
        return undefined
      }
      return entry
    },

    /** Changes with each `evict`. Entries loaded under an earlier generation must not be added. */
    generation: () => generation,

    /** Caches a token, unless a revocation came since it was loaded. */
    add(token: string, entry: KnownToken, loadedIn: number): void {
      if (loadedIn !== generation) return
      evictExpired(entry.checkedAtMs)
      const oldest = tokens.size >= max ? tokens.keys().next().value : undefined
      if (oldest !== undefined) tokens.delete(oldest)
      tokens.set(keyOf(token), entry)
    },

    /** Removes matching tokens, so that they are verified again. */
    evict(matches: (entry: KnownToken) => boolean): void {
      generation++
      for (const [key, entry] of tokens) if (matches(entry)) tokens.delete(key)
    },
  }
}
