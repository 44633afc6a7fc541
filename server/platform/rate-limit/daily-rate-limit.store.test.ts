import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { manualClock } from '#tests/kit/people.ts'
import type { Database } from '../db/database.ts'
import { createDailyRateLimit, removeOldDailyRateLimits } from './daily-rate-limit.store.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** A separate limit, on a clock that starts at 23:59:00 of the provider's day. */
function aLimit(name: string, now = '2026-11-02T07:59:00.000Z') {
  const clock = manualClock(now)
  const limit = createDailyRateLimit({ db: database.db, clock, name, limit: 100, timeZone: 'America/Los_Angeles' })
  const inAMinute = clock.now().getTime() + 60_000
  const allowed = (remaining: number) => ({ isAllowed: true, limit: 100, remaining, resetAt: inAMinute })
  const rejected = (remaining: number) => ({ isAllowed: false, limit: 100, remaining, resetAt: inAMinute })
  return { clock, limit, allowed, rejected }
}

test('allows the units of a day, and the next day begins at the provider’s midnight', async () => {
  const { clock, limit, allowed, rejected } = aLimit('a')
  expect([await limit.consume(60), await limit.consume(40)]).toEqual([allowed(40), allowed(0)])
  expect(await limit.consume(1)).toEqual(rejected(0))
  expect(await limit.countUsed()).toBe(100)
  clock.pass(60_000)
  expect(await limit.countUsed()).toBe(0)
  expect(await limit.consume(1)).toMatchObject({ isAllowed: true, remaining: 99 })
})

test.each([
  ['that has 25 hours', '2026-11-01T07:30:00Z', '2026-11-02T08:00:00Z'],
  ['that has 23 hours', '2026-03-08T09:30:00Z', '2026-03-09T07:00:00Z'],
  ['that ends a year', '2026-12-31T20:00:00Z', '2027-01-01T08:00:00Z'],
])('a day %s ends at the provider’s next midnight', async (name, now, midnight) => {
  const { resetAt } = await aLimit(name, now).limit.consume(1)
  expect(new Date(resetAt)).toEqual(new Date(midnight))
})

test('can reserve a part for other callers', async () => {
  const { limit, allowed, rejected } = aLimit('b')
  expect(await limit.consume(80, 20)).toEqual(allowed(20))
  expect(await limit.consume(1, 20)).toEqual(rejected(20))
  expect(await limit.consume(20)).toEqual(allowed(0))
})

test('many calls at once never take more than the limit', async () => {
  const { limit } = aLimit('c')
  const states = await Promise.all(Array.from({ length: 40 }, () => limit.consume(3)))
  expect(states.filter(({ isAllowed }) => isAllowed)).toHaveLength(33)
  expect(await limit.countUsed()).toBe(99)
})

test('rejects a single call above the whole limit', async () => {
  const { limit, rejected } = aLimit('d')
  expect(await limit.consume(101)).toEqual(rejected(100))
  expect(await limit.countUsed()).toBe(0)
})

test('removes days after a month', async () => {
  const { clock, limit } = aLimit('e')
  await limit.consume(5)
  clock.pass(31 * 86_400_000)
  await removeOldDailyRateLimits(database.db, clock)
  clock.pass(-31 * 86_400_000)
  expect(await limit.countUsed()).toBe(0)
})
