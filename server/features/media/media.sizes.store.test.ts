import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogs } from '#server/platform/observability/log.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { manualClock } from '#tests/kit/people.ts'
import { createBars } from './bars.service.ts'
import { createMedia } from './media.service.ts'
import type { MediaRow, WorldSize } from './media.types.ts'

const DAY_MS = 24 * 3_600_000
const clock = manualClock()
let database: Awaited<ReturnType<typeof testDatabase>>
let media: ReturnType<typeof createMedia>
const changed: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  media = createMedia({ db: database.db, clock, newId: randomUUID })
  media.onAttributesChanged((ids) => changed.push(...ids))
})
afterAll(() => database.close())

const resolved = async (size: WorldSize | null, row: Partial<MediaRow> = {}): Promise<string> => {
  const [id] = await media.resolve([{ kind: 'artist', name: 'Mulatu Astatke', ...row, ...(size ? { size } : {}) }])
  return id ?? ''
}
const followers = (count: number): WorldSize => ({ count, unit: 'followers' })

test("stores an item's world size, and reports only relevant changes", async () => {
  const id = await resolved(followers(1_000_000_000_000))
  expect((await media.attributes([id])).get(id)?.size).toEqual(followers(1_000_000_000_000))
  expect(changed.splice(0)).toEqual([id])
  await resolved(followers(1_050_000_000_000))
  expect([changed.splice(0), (await media.sizes([id])).get(id)?.count]).toEqual([[], 1_050_000_000_000])
  await resolved(followers(300_000))
  expect(changed.splice(0)).toEqual([id])
  await resolved(null)
  expect([changed.splice(0), (await media.sizes([id, randomUUID()])).size]).toEqual([[], 1])
})

test('uses the count of the most reliable provider', async () => {
  const id = await resolved({ count: 40_000, unit: 'listeners' })
  expect((await media.sizes([id])).get(id)).toEqual(followers(300_000))
  const other = await resolved({ count: 7, unit: 'listenbrainz_listeners' }, { name: 'Kokoroko' })
  expect((await media.attributes([other])).get(other)).toMatchObject({
    size: { count: 7, unit: 'listenbrainz_listeners' },
    knownRank: null,
  })
})

test('deletes a count that no provider has confirmed for 28 days', async () => {
  const id = await resolved(followers(300_000))
  const reported: string[] = []
  const bars = createBars({
    db: database.db,
    clock,
    directories: [],
    onBarsChanged: async (ids) => void reported.push(...ids),
    log: createLogs({ filter: 'off', pretty: false })('media'),
  })
  clock.pass(27 * DAY_MS)
  const fresh = await resolved(followers(500), { name: 'Nubya Garcia' })
  await bars.deleteExpired()
  expect(reported).toEqual([])
  clock.pass(2 * DAY_MS)
  await bars.deleteExpired()
  expect(reported).toContain(id)
  expect([...(await media.sizes([id, fresh])).keys()]).toEqual([fresh])
})
