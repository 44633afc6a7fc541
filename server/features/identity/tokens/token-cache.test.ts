import { expect, test } from 'vitest'
import { createTokenCache, type KnownToken } from './token-cache.ts'

const HOUR_MS = 3_600_000
const aToken = (nowMs: number, livesMs = HOUR_MS): KnownToken => ({
  uid: '00000000-0000-4000-8000-000000000001',
  token: {
    issuer: 'https://issuer.test',
    subject: 'one',
    issuedAtMs: nowMs,
    expiresAtMs: nowMs + livesMs,
    authTimeMs: nowMs,
    sessionId: null,
  },
  checkedAtMs: nowMs,
  hasProfile: true,
  hasAcceptedTerms: true,
})

/** Reads all entries, and removes none. */
function sizeOf(cache: ReturnType<typeof createTokenCache>): number {
  let count = 0
  cache.evict(() => ++count < 0)
  return count
}

test('drops old tokens, even when many new ones arrive', () => {
  const cache = createTokenCache()
  for (let minute = 0; minute < 600; minute++) cache.add(`token ${minute}`, aToken(minute * 60_000), cache.generation())
  expect(sizeOf(cache)).toBe(60)
  expect([cache.get('token 599', 599 * 60_000)?.uid, cache.get('token 5', 599 * 60_000)]).toEqual([aToken(0).uid, undefined])
})

test('removes expired tokens even when a valid one is older', () => {
  const cache = createTokenCache()
  cache.add('of an hour', aToken(0), cache.generation())
  for (let minute = 1; minute < 50; minute++) cache.add(`token ${minute}`, aToken(minute * 60_000, 300_000), cache.generation())
  expect([sizeOf(cache), cache.get('of an hour', 49 * 60_000)?.hasProfile]).toEqual([6, true])
})

test('keeps only the latest tokens, up to its limit', () => {
  const cache = createTokenCache({ max: 3 })
  for (const token of ['a', 'b', 'c', 'd']) cache.add(token, aToken(0), cache.generation())
  expect([sizeOf(cache), cache.get('a', 0), cache.get('d', 0)?.hasProfile]).toEqual([3, undefined, true])
})

test('stores nothing that was looked up before a user was removed', () => {
  const cache = createTokenCache()
  const lookedUpAt = cache.generation()
  cache.evict(() => true)
  cache.add('a', aToken(0), lookedUpAt)
  expect(cache.get('a', 0)).toBeUndefined()
})
