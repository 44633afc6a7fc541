import { createHash } from 'node:crypto'
import type { Uid } from '#contract/base/ids.ts'
import { CLOCK_TOLERANCE_S, type VerifiedToken } from './tokens.ts'

/** A token that was proven before: proving it again costs four times as much as a whole request. */
export type KnownToken = {
  uid: Uid
  token: VerifiedToken
  /** When the person and the sign-in behind it were last looked at. */
  checkedAtMs: number
  /** Only ever kept when true: a profile that is being made must show at once. */
  hasProfile: boolean
}

/** Far above the people that one process serves at once; a token takes under a kilobyte. */
const MAX_TOKENS = 20_000

/** Tokens live for minutes at least, and all that may be held are looked through in milliseconds. */
const LOOK_THROUGH_EVERY_MS = 60_000

const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export function createTokenCache({ max = MAX_TOKENS }: { max?: number } = {}) {
  const known = new Map<string, KnownToken>()
  let generation = 0
  let lookedThroughAtMs = 0

  /** Through all of them: one that lives longer may stand before those that have expired. */
  function forgetExpired(nowMs: number): void {
    if (nowMs - lookedThroughAtMs < LOOK_THROUGH_EVERY_MS) return
    lookedThroughAtMs = nowMs
    for (const [key, { token }] of known) if (token.expiresAtMs <= nowMs) known.delete(key)
  }

  return {
    get(token: string, nowMs: number): KnownToken | undefined {
      const key = keyOf(token)
      const entry = known.get(key)
      // A token of the future is left from before the clock was set back.
      const isOfNow = entry && entry.token.expiresAtMs > nowMs && entry.token.issuedAtMs <= nowMs + CLOCK_TOLERANCE_S * 1000
      if (entry && !isOfNow) {
        known.delete(key)
        return undefined
      }
      return entry
    },

    /** Changes with every `forget`: what was looked up under an older one must not be kept. */
    generation: () => generation,

    /** Keeps a token. A revocation that came between looking up and keeping wins. */
    keep(token: string, entry: KnownToken, lookedUpAt: number): void {
      if (lookedUpAt !== generation) return
      forgetExpired(entry.checkedAtMs)
      const oldest = known.size >= max ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      known.set(keyOf(token), entry)
    },

    /** Makes every matching token be proven and looked at again. */
    forget(matches: (entry: KnownToken) => boolean): void {
      generation++
      for (const [key, entry] of known) if (matches(entry)) known.delete(key)
    },
  }
}
