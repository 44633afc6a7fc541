import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { heldClock } from '#tests/kit/people.ts'
import type { Database } from '../db/database.ts'
import { createQuota, forgetOldQuotaDays } from './daily-quota.store.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** A quota of its own, on a clock that starts at 23:59:00 of the provider's day. */
function aQuota(name: string) {
  const clock = heldClock('2026-11-02T07:59:00.000Z')
  return { clock, quota: createQuota({ db: database.db, clock, name, unitsPerDay: 100, timeZone: 'America/Los_Angeles' }) }
}

test('units are taken until the day’s are used up, and the next day begins at the provider’s midnight', async () => {
  const { clock, quota } = aQuota('a')
  expect([await quota.spend(60), await quota.spend(40)]).toEqual([null, null])
  expect(await quota.spend(1)).toBe(60)
  expect(await quota.spent()).toBe(100)
  clock.pass(60_000)
  expect(await quota.spent()).toBe(0)
  expect(await quota.spend(1)).toBeNull()
})

test('a part can be left to others', async () => {
  const { quota } = aQuota('b')
  expect(await quota.spend(80, 20)).toBeNull()
  expect(await quota.spend(1, 20)).toBe(60)
  expect(await quota.spend(20)).toBeNull()
})

test('many at once never take more than there is', async () => {
  const { quota } = aQuota('c')
  const taken = await Promise.all(Array.from({ length: 40 }, () => quota.spend(3)))
  expect(taken.filter((seconds) => seconds === null)).toHaveLength(33)
  expect(await quota.spent()).toBe(99)
})

test('a single call that is larger than the whole day never goes through', async () => {
  const { quota } = aQuota('d')
  expect(await quota.spend(101)).toBe(60)
  expect(await quota.spent()).toBe(0)
})

test('days are forgotten after a month', async () => {
  const { clock, quota } = aQuota('e')
  await quota.spend(5)
  clock.pass(31 * 86_400_000)
  await forgetOldQuotaDays(database.db, clock)
  clock.pass(-31 * 86_400_000)
  expect(await quota.spent()).toBe(0)
})
