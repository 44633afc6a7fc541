import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { ReceiptDay } from '#contract/taste/match-receipts.ts'
import { setUpTaste, world } from '#server/features/taste/taste.test-world.ts'
import { createMatchReceipts } from './match-receipts.service.ts'

setUpTaste()
let mira: Uid, anouk: Uid
let now: Date
let receipts: ReturnType<typeof createMatchReceipts>

beforeAll(async () => {
  ;[mira, anouk] = [await world.person('mira'), await world.person('anouk')]
})

beforeEach(async () => {
  for (const table of ['match_receipts', 'privacy_settings', 'connections']) await sql`delete from ${sql.table(table)}`.execute(world.db)
  now = new Date('2026-11-23T09:00:00Z')
  for (const uid of [mira, anouk]) await world.privacy.change(uid, { match_receipts: true })
  receipts = createMatchReceipts({
    db: world.db,
    clock: { now: () => now },
    people: {
      cards: world.profiles.cards,
      mustSee: world.relationships.mustSee,
      relations: world.relationships.relations,
      showsMatch: (viewer, other) => world.privacy.maySee(viewer, other, 'match'),
    },
    shareReceipts: async (uids) =>
      new Set([...(await world.privacy.getMany(uids))].flatMap(([uid, { match_receipts: isShared }]) => (isShared ? [uid] : []))),
  })
})

const shown = (days: readonly ReceiptDay[]) => days.map(({ day, people }) => `${day} ${people.map(({ user_name: name }) => name).join()}`)
const listOf = async (uid: Uid) => {
  const { shared, opened_mine: mine, opened_by_me: byMe } = await receipts.list(uid)
  return { shared, mine: shown(mine), byMe: shown(byMe) }
}
const empty = { shared: true, mine: [], byMe: [] }
const onDay = (day: string) => (now = new Date(`${day}T09:00:00Z`))

test('both see one receipt for each day, the latest first, however often the match is opened', async () => {
  await receipts.open(mira, anouk)
  await receipts.open(mira, anouk)
  onDay('2026-11-24')
  await receipts.open(mira, anouk)
  expect(await listOf(anouk)).toEqual({ shared: true, mine: ['2026-11-24 mira', '2026-11-23 mira'], byMe: [] })
  expect(await listOf(mira)).toEqual({ shared: true, mine: [], byMe: ['2026-11-24 anouk', '2026-11-23 anouk'] })
})

test('a user who does not share receipts leaves none and sees none', async () => {
  await world.privacy.change(mira, { match_receipts: false })
  await receipts.open(mira, anouk)
  await receipts.open(anouk, mira)
  expect(await listOf(mira)).toEqual({ ...empty, shared: false })
  await world.privacy.change(mira, { match_receipts: true })
  expect([await listOf(mira), await listOf(anouk)]).toEqual([empty, empty])
})

test('a user who stops sharing disappears from the lists of others', async () => {
  await receipts.open(mira, anouk)
  await world.privacy.change(mira, { match_receipts: false })
  expect([await listOf(anouk), await listOf(mira)]).toEqual([empty, { ...empty, shared: false }])
})

test.each([
  ['the viewer', () => world.connections.block(mira, anouk)],
  ['the other', () => world.connections.block(anouk, mira)],
])('a block by %s hides all receipts of the two and leaves no new one', async (_who, block) => {
  await receipts.open(mira, anouk)
  await block()
  expect([await listOf(mira), await listOf(anouk)]).toEqual([empty, empty])
  await expect(receipts.open(mira, anouk)).rejects.toMatchObject({ code: 'not_found' })
})

test('a hidden match can’t be opened, and the viewer’s own match leaves no receipt', async () => {
  await world.privacy.change(anouk, { match: 'only_me' })
  await expect(receipts.open(mira, anouk)).rejects.toMatchObject({ code: 'forbidden' })
  await receipts.open(mira, mira)
  expect(await listOf(mira)).toEqual(empty)
})

test('receipts are deleted after 90 days', async () => {
  await receipts.open(mira, anouk)
  onDay('2027-02-21')
  await receipts.deleteExpired()
  expect((await listOf(anouk)).mine).toHaveLength(1)
  onDay('2027-02-22')
  expect(await listOf(anouk)).toEqual(empty)
  await receipts.deleteExpired()
  expect((await sql`select from match_receipts`.execute(world.db)).rows).toEqual([])
})

test('receipts are deleted with the account of either user', async () => {
  const carla = await world.person('carla')
  await world.privacy.change(carla, { match_receipts: true })
  await receipts.open(carla, anouk)
  await receipts.open(mira, carla)
  await sql`delete from people where uid = ${carla}`.execute(world.db)
  expect((await sql`select from match_receipts`.execute(world.db)).rows).toEqual([])
})
