import { expect, it } from 'vitest'
import { createTokenBuckets, TokenBucket } from './token-bucket.ts'

function aLimit() {
  let nowMs = 1_000_000
  const rateLimit = createTokenBuckets({ perSecond: 20, burst: 60, clock: { now: () => new Date(nowMs) } })
  const takeMany = (uid: string, count: number) =>
    Array.from({ length: count }, () => rateLimit.consume(uid).isAllowed).filter(Boolean).length
  return { takeMany, pass: (ms: number) => (nowMs += ms) }
}

it('allows a burst of 60, and 20 a second after that', () => {
  const { takeMany, pass } = aLimit()
  expect(takeMany('alice', 100)).toBe(60)
  pass(1_000)
  expect(takeMany('alice', 100)).toBe(20)
  pass(60_000)
  expect(takeMany('alice', 100)).toBe(60)
})

it('counts each key separately', () => {
  const { takeMany } = aLimit()
  takeMany('alice', 100)
  expect(takeMany('bob', 60)).toBe(60)
})

it('adds no tokens when the clock is set back', () => {
  const { takeMany, pass } = aLimit()
  takeMany('alice', 100)
  pass(-3_600_000)
  expect(takeMany('alice', 10)).toBe(0)
  pass(1_000)
  expect(takeMany('alice', 100)).toBe(20)
})

it('drops full buckets, which changes no limit', () => {
  const { takeMany, pass } = aLimit()
  takeMany('alice', 60)
  for (let index = 0; index < 30_000; index++) takeMany(`person ${index}`, 1)
  expect(takeMany('alice', 1)).toBe(0)
  pass(1_000)
  for (let index = 0; index < 30_000; index++) takeMany(`later ${index}`, 1)
  expect(takeMany('alice', 100)).toBe(20)
})

it('reports the limit, the remaining requests, and the time of the next token', () => {
  const bucket = new TokenBucket({ perSecond: 4, burst: 2, clock: { now: () => new Date(1_000) } })
  expect([bucket.consume(), bucket.consume(), bucket.consume()]).toEqual([
    { isAllowed: true, limit: 2, remaining: 1, resetAt: 1_000 },
    { isAllowed: true, limit: 2, remaining: 0, resetAt: 1_250 },
    { isAllowed: false, limit: 2, remaining: 0, resetAt: 1_250 },
  ])
})
