import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import { createRecapsStore, type RecapsStore } from './recaps.store.ts'

let database: Database
let store: RecapsStore
let mira: Uid
let jonas: Uid
let lena: Uid
beforeAll(async () => {
  database = await testDatabase()
  store = createRecapsStore(database.db)
  const world = peopleWorld(database.db)
  mira = await world.person('mira')
  jonas = await world.person('jonas')
  lena = await world.person('lena')
})
afterAll(() => database.close())
beforeEach(async () => void (await sql`delete from weekly_matches`.execute(database.db)))

/** Stores Mira's match with Jonas for these weeks. */
async function save(...percents: [week: string, percent: number][]): Promise<void> {
  for (const [week, percent] of percents) await store.saveMatches(mira, week, new Map([[jonas, percent]]))
}
const rows = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from weekly_matches`.execute(database.db)).rows[0]?.count
const storedMatches = async () => (await store.matchesWith(mira, jonas)).map(({ week, percent }) => `${week.slice(5)} ${percent}`)

test('weeks with the same match are one row, and each is read', async () => {
  await save(['2026-10-05', 40], ['2026-10-12', 40], ['2026-10-19', 40], ['2026-10-26', 45], ['2026-11-02', 45])
  expect(await rows()).toBe(2)
  expect(await storedMatches()).toEqual(['10-05 40', '10-12 40', '10-19 40', '10-26 45', '11-02 45'])
  const { matches } = await store.all(mira, [])
  expect(matches).toHaveLength(5)
  expect(matches[1]).toMatchObject({ week: '2026-10-12', percent: 40 })
  expect(await store.matches(mira, '2026-10-12', '2026-10-26')).toEqual([{ other: jonas, before: 40, now: 45 }])
  expect(await store.matches(mira, '2026-10-12', '2026-10-19')).toEqual([])
  expect(await store.matches(mira, '2026-11-02', '2026-11-09')).toEqual([])
})

test('a week without a match stays without one', async () => {
  await save(['2026-10-05', 40], ['2026-10-19', 40])
  await store.saveMatches(mira, '2026-10-12', new Map([[lena, 70]]))
  expect(await storedMatches()).toEqual(['10-05 40', '10-19 40'])
})

test('a repeated week changes nothing, and an earlier week can be stored later', async () => {
  await save(['2026-10-12', 40], ['2026-10-19', 40])
  await save(['2026-10-12', 90], ['2026-10-19', 90], ['2026-10-05', 30])
  expect(await storedMatches()).toEqual(['10-05 30', '10-12 40', '10-19 40'])
})
