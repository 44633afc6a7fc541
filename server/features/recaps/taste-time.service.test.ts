import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { PRINT_BARS, type Genre, type Topic } from '#contract/taste/print.ts'
import { tasteOverTime } from '#contract/taste/taste-time.ts'
import { createMonthlyPrintsStore } from '#server/features/sources/monthly-prints.ts'
import { packPlay } from '#server/features/sources/play-times.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import { setUpTaste, world } from '#server/features/taste/taste.test-world.ts'
import { createTasteTime } from './taste-time.service.ts'

setUpTaste()
let now: Date
let mira: Uid
let timeZone: string
let ids: Map<string, string>
let tasteTime: ReturnType<typeof createTasteTime>

beforeAll(async () => {
  mira = await world.person('mira')
  await world.loves(mira, 'spotify_file', [
    { kind: 'artist', name: 'Wolf Parade', by: null },
    { kind: 'artist', name: 'Four Tet', by: null },
    { kind: 'track', name: 'Grass', by: 'Wolf Parade' },
    { kind: 'track', name: 'Baby', by: 'Four Tet' },
  ])
  await world.loves(mira, 'youtube', [{ kind: 'channel', name: 'Stand-up Maths', by: null }])
  for (const [name, bar] of [
    ['Wolf Parade', 'indie-rock'],
    ['Four Tet', 'house'],
  ])
    await sql`update items set field_bars = array[${bar}] where name = ${name}`.execute(world.db)
  await sql`update items set topic_bars = '{mathematics}' where name = 'Stand-up Maths'`.execute(world.db)
  const { rows } = await sql<{ id: string; name: string }>`select id, name from items`.execute(world.db)
  ids = new Map(rows.map(({ id, name }) => [name, id]))
})

beforeEach(async () => {
  now = new Date('2026-11-23T09:00:00Z')
  timeZone = 'UTC'
  for (const table of ['item_plays', 'monthly_prints', 'hidden_plays']) await sql`delete from ${sql.table(table)}`.execute(world.db)
  tasteTime = createTasteTime({
    db: world.db,
    clock: { now: () => now },
    media: world.media,
    loved: world.store.listRows,
    timeZoneOf: async () => timeZone,
  })
})

/** 12 plays in each of these months of 2026. */
async function play(track: 'Grass' | 'Baby', months: readonly number[]) {
  const artist = track === 'Grass' ? 'Wolf Parade' : 'Four Tet'
  const times = months.flatMap((month) =>
    Array.from({ length: 12 }, (_, day) => packPlay(Date.UTC(2026, month - 1, day + 1, 12) / 60_000, 180)),
  )
  await world.db.transaction().execute((tx) =>
    createPlaysStore(tx).merge(
      { uid: mira, source: 'spotify_file' },
      [track, artist].map((name) => ({ itemId: ids.get(name) ?? '', times, days: [] })),
    ),
  )
}
const overTime = async () => tasteOverTime.parse(await tasteTime.overTime(mira))
const heights = (bars: readonly number[] | null) =>
  bars && Object.fromEntries(PRINT_BARS.flatMap((bar, index) => (bars[index] ? [[bar, bars[index]]] : [])))
const bar = (name: Genre | Topic) => PRINT_BARS.indexOf(name)

test('a year of plays has its months, two eras, and items that came and went', async () => {
  await play('Grass', [1, 2, 3, 4, 5])
  await play('Baby', [7, 8, 9, 10, 11])
  const { months, eras, came, went, music, video } = await overTime()
  expect([music, video]).toEqual([120, 0])
  expect(months.map(({ month }) => month.slice(0, 7))).toEqual(
    Array.from({ length: 11 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`),
  )
  expect(months.map(({ bars }) => heights(bars))).toEqual([
    ...Array.from({ length: 5 }, () => ({ 'indie-rock': 100 })),
    null,
    ...Array.from({ length: 4 }, () => ({ house: 100 })),
    // A source without plays adds its current items.
    { house: 100, mathematics: 100 },
  ])
  expect(eras).toEqual([
    { from: '2026-01-01', to: '2026-05-01', bars: [bar('indie-rock')] },
    { from: '2026-07-01', to: '2026-11-01', bars: [bar('house'), bar('mathematics')] },
  ])
  expect(came.map(({ item, first, plays }) => [item.name, first, plays])).toEqual([['Four Tet', '2026-07-01', 60]])
  expect(went.map(({ item, last, plays }) => [item.name, last, plays])).toEqual([['Wolf Parade', '2026-05-12', 60]])
})

test('items that came or went exclude hidden items and the first months', async () => {
  await play('Grass', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  await play('Baby', [5, 6, 7, 8])
  expect((await overTime()).went.map(({ item }) => item.name)).toEqual(['Four Tet'])
  await sql`insert into hidden_plays (uid, item_id, hidden_at) values (${mira}, ${ids.get('Four Tet')}, now())`.execute(world.db)
  expect(await overTime()).toMatchObject({ came: [], went: [] })
})

test('prints of sources without plays come from the weekly job, and are deleted with their source', async () => {
  await tasteTime.saveMonth(mira, '2026-09-27')
  await tasteTime.saveMonth(mira, '2026-09-30')
  await createMonthlyPrintsStore(world.db).save(
    mira,
    '2026-10-01',
    new Map([['youtube', PRINT_BARS.map((_, index) => (index === bar('talks') ? 2 : 0))]]),
  )
  const { months } = await overTime()
  expect(months.map(({ month, bars }) => [month, heights(bars)])).toEqual([
    ['2026-09-01', expect.objectContaining({ mathematics: 100 })],
    ['2026-10-01', { talks: 100 }],
    ['2026-11-01', expect.objectContaining({ mathematics: 100 })],
  ])
  await sql`delete from taste_sources where source = 'youtube'`.execute(world.db)
  expect((await overTime()).months.map(({ bars }) => heights(bars)?.['mathematics'])).toEqual([undefined, undefined, undefined])
  await world.loves(mira, 'youtube', [{ kind: 'channel', name: 'Stand-up Maths', by: null }])
})

test('a month is in the user’s time zone, and a disconnected source is not stored', async () => {
  now = new Date('2026-11-30T23:30:00Z')
  timeZone = 'Europe/Berlin'
  expect((await overTime()).months.map(({ month }) => month)).toEqual(['2026-12-01'])
  await createMonthlyPrintsStore(world.db).save(mira, '2026-10-01', new Map([['lastfm', [1]]]))
  expect((await overTime()).months).toHaveLength(1)
})

test('a user without taste has no months', async () => {
  expect(await tasteTime.overTime(await world.person('jonas'))).toEqual({ music: 0, video: 0, months: [], eras: [], came: [], went: [] })
})
