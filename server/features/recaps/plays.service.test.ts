import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { playRange, playSettings, type ListedPlay } from '#contract/taste/plays.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { packDay } from '#server/features/sources/days.ts'
import { createExclusionsStore, exclusionAt, type PlayExclusion } from '#server/features/sources/play-exclusions.ts'
import { minuteOf, packPlay } from '#server/features/sources/play-times.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import { setUpTaste, world } from '#server/features/taste/taste.test-world.ts'
import { dayOfDate } from '#server/platform/local-day.ts'
import type { ExportedFile } from '#server/platform/personal-data.ts'
import { createPlays } from './plays.service.ts'
import { recapsPersonalData } from './recaps.personal.ts'

setUpTaste()
let now: Date
let mira: Uid
let timeZone: string
let ids: Record<'Kerala' | 'Gorilla' | 'Bonobo' | 'Little Simz', string>
let changed: number
let plays: ReturnType<typeof createPlays>

beforeAll(async () => {
  mira = await world.person('mira')
  const loved = [
    { kind: 'track', name: 'Kerala', by: 'Bonobo' },
    { kind: 'track', name: 'Gorilla', by: 'Little Simz' },
    { kind: 'artist', name: 'Bonobo', by: null },
    { kind: 'artist', name: 'Little Simz', by: null },
  ] as const
  for (const source of ['spotify', 'spotify_file'] as const) await world.loves(mira, source, [...loved])
  const { rows } = await sql<{ id: string; name: keyof typeof ids }>`select id, name from items`.execute(world.db)
  ids = Object.fromEntries(rows.map(({ id, name }) => [name, id])) as typeof ids
})

beforeEach(async () => {
  now = new Date('2026-11-23T09:00:00Z')
  timeZone = 'UTC'
  changed = 0
  for (const table of ['item_plays', 'play_exclusions', 'hidden_plays']) await sql`delete from ${sql.table(table)}`.execute(world.db)
  plays = createPlays({
    db: world.db,
    clock: { now: () => now },
    media: world.media,
    timeZoneOf: async () => timeZone,
    onTasteChanged: () => void changed++,
  })
})

const packTimes = (times: readonly string[]) => times.map((time) => packPlay(Date.parse(time) / 60_000, 180))
/** Plays of a track count for its artist. */
async function play(track: 'Kerala' | 'Gorilla', times: readonly string[], source: 'spotify' | 'spotify_file' = 'spotify') {
  const artist = track === 'Kerala' ? 'Bonobo' : 'Little Simz'
  await world.db.transaction().execute((tx) =>
    createPlaysStore(tx).merge(
      { uid: mira, source },
      [track, artist].map((name) => ({ itemId: ids[name as keyof typeof ids], times: packTimes(times), days: [] })),
    ),
  )
}
const range = async (from: string, to: string, by?: 'day' | 'week' | 'month' | 'year') =>
  playRange.parse(await plays.range(mira, { from, to, by }))
const counts = async (from = '2026-01-01', to = '2026-11-23') => {
  const { music, tracks, artists } = await range(from, to)
  return { music, ...Object.fromEntries([...tracks, ...artists].map((count) => [count.item.name, count.plays])) }
}

test('a range has its totals, parts, hours, and top items compared with the previous range, with the first day of each item', async () => {
  await play('Kerala', ['2026-01-05T10:00:00Z', '2026-10-30T08:00:00Z', '2026-11-02T22:30:00Z', '2026-11-04T07:00:00Z'])
  await play('Gorilla', ['2026-11-03T07:15:00Z'])
  const found = await range('2026-11-01', '2026-11-07', 'day')
  expect(found).toMatchObject({
    music: 3,
    video: 0,
    length: { ms: 540_000, is_estimate: false },
    before: { plays: 1, seconds: 180 },
    without_hour: 0,
  })
  expect(found.span).toEqual({ from: '2026-01-05', to: '2026-11-04' })
  expect(found.parts.map(({ music }) => music)).toEqual([0, 1, 1, 1, 0, 0, 0])
  expect([found.hours[0]?.[22], found.hours[1]?.[7], found.hours[2]?.[7]]).toEqual([1, 1, 1])
  expect(found.tracks.map(({ item, plays: count, seconds, before, first }) => [item.name, count, seconds, before, first])).toEqual([
    ['Kerala', 2, 360, 1, '2026-01-05'],
    ['Gorilla', 1, 180, 0, '2026-11-03'],
  ])
  timeZone = 'Europe/Berlin'
  expect((await range('2026-11-01', '2026-11-07')).hours[0]?.[23]).toBe(1)
  await expect(plays.range(mira, { from: '2026-11-07', to: '2026-11-01' })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a year has places by month and the bars of each month', async () => {
  await sql`update items set field_bars = '{hip-hop}' where name = 'Little Simz'`.execute(world.db)
  await play('Kerala', ['2026-02-01T10:00:00Z', '2026-02-01T11:00:00Z', '2026-02-01T12:00:00Z', '2026-03-02T10:00:00Z'])
  await play('Gorilla', ['2026-02-03T10:00:00Z', '2026-03-03T10:00:00Z', '2026-03-03T11:00:00Z'])
  const year = await range('2026-01-01', '2026-12-31')
  expect([year.unit, year.parts.length, year.parts[1]]).toEqual([
    'month',
    12,
    { from: '2026-02-01', to: '2026-02-28', music: 4, video: 0, seconds: 720 },
  ])
  expect(year.ranks.items.map(({ item, places }) => [item.name, ...places.slice(0, 4)])).toEqual([
    ['Bonobo', null, 1, 2, null],
    ['Little Simz', null, 2, 1, null],
  ])
  expect(year.months.map(({ bars }) => bars[PRINT_BARS.indexOf('hip-hop')])).toEqual([0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
})

test('weeks begin on Monday and are cut at the ends of the range', async () => {
  const { parts } = await range('2026-11-04', '2026-11-17', 'week')
  expect(parts.map(({ from, to }) => [from, to])).toEqual([
    ['2026-11-04', '2026-11-08'],
    ['2026-11-09', '2026-11-15'],
    ['2026-11-16', '2026-11-17'],
  ])
})

test('months and years follow the calendar and are cut at the ends of the range, even in a leap year', async () => {
  const spans = async (unit: 'month' | 'year') => (await range('2023-12-30', '2024-03-01', unit)).parts.map(({ from, to }) => [from, to])
  expect(await spans('month')).toEqual([
    ['2023-12-30', '2023-12-31'],
    ['2024-01-01', '2024-01-31'],
    ['2024-02-01', '2024-02-29'],
    ['2024-03-01', '2024-03-01'],
  ])
  expect(await spans('year')).toEqual([
    ['2023-12-30', '2023-12-31'],
    ['2024-01-01', '2024-03-01'],
  ])
})

test('the list has single plays, the latest first, and plays with only a day', async () => {
  await play('Kerala', ['2026-11-02T22:30:00Z', '2026-11-04T07:00:00Z'])
  await createPlaysStore(world.db).merge({ uid: mira, source: 'spotify_file' }, [
    { itemId: ids.Gorilla, times: [], days: [packDay({ day: dayOfDate('2026-11-03'), plays: 2, seconds: 0 })] },
  ])
  const { plays: listed, next } = await plays.list(mira, { from: '2026-11-01', to: '2026-11-30' })
  expect(next).toBeNull()
  expect(listed.map(({ item, at, date, plays: count }) => [item.name, at, date, count])).toEqual([
    ['Kerala', '2026-11-04T07:00:00.000Z', '2026-11-04', 1],
    ['Gorilla', null, '2026-11-03', 2],
    ['Kerala', '2026-11-02T22:30:00.000Z', '2026-11-02', 1],
  ])
})

test('pages of single plays contain each play once in any time zone, even plays of two tracks in the same minute or day', async () => {
  timeZone = 'America/New_York'
  const start = Date.parse('2024-11-01T04:00:00Z') / 60_000
  // 180 plays of two years, 60 within one minute, and a day without times.
  const minutes = [
    ...Array.from({ length: 120 }, (_, index) => start + index * 6 * 24 * 60),
    ...Array<number>(60).fill(start + 30 * 24 * 60),
  ]
  const times = minutes.toSorted((a, b) => a - b).map((minute) => packPlay(minute, 180))
  await createPlaysStore(world.db).merge({ uid: mira, source: 'spotify_file' }, [
    { itemId: ids.Kerala, times, days: [packDay({ day: dayOfDate('2024-12-02'), plays: 2, seconds: 0 })] },
    { itemId: ids.Gorilla, times: times.slice(0, 5), days: [packDay({ day: dayOfDate('2024-12-02'), plays: 3, seconds: 0 })] },
  ])
  const days = { from: '2020-01-01', to: '2026-11-23' }
  const pages: ListedPlay[][] = []
  for (let cursor: string | undefined; pages.length < 10;) {
    const { plays: listed, next } = await plays.list(mira, { ...days, cursor })
    pages.push(listed)
    if (next === null) break
    cursor = next
  }
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 50, 37])
  const all = pages.flat().map(({ item, at, date }) => `${date} ${at ?? ''} ${item.name}`)
  const expected = [...times.map((each) => ['Kerala', each] as const), ...times.slice(0, 5).map((each) => ['Gorilla', each] as const)].map(
    ([name, each]) => [new Date(minuteOf(each) * 60_000).toISOString(), name],
  )
  expect(
    all
      .filter((each) => each.includes('T'))
      .map((each) => each.slice(11))
      .toSorted(),
  ).toEqual(expected.map((each) => each.join(' ')).toSorted())
  expect(all.map((each) => each.slice(0, 10))).toEqual(
    all
      .map((each) => each.slice(0, 10))
      .toSorted()
      .toReversed(),
  )
  await expect(plays.list(mira, { ...days, cursor: '50' })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a page of single plays reads the last month with plays and formats only its own times', async () => {
  await play(
    'Gorilla',
    Array.from({ length: 500 }, (_, hour) => new Date(Date.parse('2020-01-01T00:00:00Z') + hour * 3_600_000).toISOString()),
  )
  await play(
    'Kerala',
    Array.from({ length: 200 }, (_, hour) => new Date(Date.parse('2026-11-01T00:00:00Z') + hour * 3_600_000).toISOString()),
  )
  const sort = vi.spyOn(Array.prototype, 'toSorted')
  const format = vi.spyOn(Date.prototype, 'toISOString')
  await plays.list(mira, { from: '2020-01-01', to: '2026-11-23' })
  const sorted = sort.mock.results.map(({ value }) => (value as unknown[]).length)
  const formatted = format.mock.calls.length
  vi.restoreAllMocks()
  expect(Math.max(...sorted)).toBe(200)
  // The time and the date of each play of the page.
  expect(formatted).toBeLessThanOrEqual(110)
})

test('a deleted play is not added again by the next sync or the same file, for the track and its artist', async () => {
  const times = ['2026-11-02T22:30:00Z', '2026-11-04T07:00:00Z']
  const file = async () => {
    await play('Kerala', times)
    await play('Kerala', times, 'spotify_file')
  }
  await file()
  expect(await counts()).toEqual({ music: 2, Kerala: 2, Bonobo: 2 })
  const at = '2026-11-04T07:00:00.000Z'
  expect(await plays.delete(mira, { from: at, to: at, item_id: ids.Kerala })).toEqual({ deleted: 2 })
  expect(changed).toBe(1)
  expect(await counts()).toEqual({ music: 1, Kerala: 1, Bonobo: 1 })
  await file()
  expect(await counts()).toEqual({ music: 1, Kerala: 1, Bonobo: 1 })
  await play('Kerala', ['2026-11-05T07:00:00Z'])
  expect(await counts()).toEqual({ music: 2, Kerala: 2, Bonobo: 2 })
})

test('deleting a play writes only its item and artist again, and the changed rows of a file', async () => {
  for (const source of ['spotify', 'spotify_file'] as const) {
    await play('Kerala', ['2026-11-02T22:30:00Z', '2026-11-04T07:00:00Z'], source)
    await play('Gorilla', ['2026-11-01T08:00:00Z', '2026-11-05T08:00:00Z', '2026-11-06T08:00:00Z', '2026-11-07T08:00:00Z'], source)
  }
  const at = '2026-11-04T07:00:00.000Z'
  // The first deletion computes the rows of the file, which the test world has made up.
  await plays.delete(mira, { from: '2026-11-07T08:00:00.000Z', to: '2026-11-07T08:00:00.000Z', item_id: ids.Gorilla })
  const places = async (table: string) =>
    (
      await sql<{ place: string }>`select concat(source, ' ', name, ' ', ${sql.table(table)}.ctid) as place from ${sql.table(table)}
        join items on items.id = item_id where uid = ${mira}`.execute(world.db)
    ).rows.map(({ place }) => place)
  const before = new Set([...(await places('item_plays')), ...(await places('taste_rows'))])
  expect(await plays.delete(mira, { from: at, to: at, item_id: ids.Kerala })).toEqual({ deleted: 2 })
  const written = [...(await places('item_plays')), ...(await places('taste_rows'))].filter((place) => !before.has(place))
  expect(written.map((place) => place.replace(/ \(.*/, '')).toSorted()).toEqual([
    'spotify Bonobo',
    'spotify Kerala',
    'spotify_file Bonobo',
    'spotify_file Bonobo',
    'spotify_file Kerala',
    'spotify_file Kerala',
  ])
  expect(await counts()).toEqual({ music: 4, Kerala: 1, Bonobo: 1, Gorilla: 3, 'Little Simz': 3 })
})

test.each([
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T22:59:00Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T04:59:00Z'],
  ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00Z', '2026-01-01T18:29:00Z'],
  ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00Z', '2026-04-05T11:59:00Z'],
  ['Pacific/Honolulu', '2026-01-01', '2026-01-01T10:00:00Z', '2026-01-02T09:59:00Z'],
  ['Pacific/Apia', '2026-01-01', '2025-12-31T11:00:00Z', '2026-01-01T10:59:00Z'],
])('in %s, deleting %s deletes what the list of this day has, also when the clocks change', async (zone, date, first, last) => {
  timeZone = zone
  const minutes = [Date.parse(first) - 60_000, Date.parse(first), Date.parse(last), Date.parse(last) + 60_000]
  await play(
    'Kerala',
    minutes.map((at) => new Date(at).toISOString()),
  )
  const days = [-1, 0, 1].map((more) => packDay({ day: dayOfDate(date) + more, plays: 1, seconds: 0 }))
  await createPlaysStore(world.db).merge({ uid: mira, source: 'spotify_file' }, [{ itemId: ids.Gorilla, times: [], days }])
  const listed = async () => (await plays.list(mira, { from: date, to: date })).plays.length
  expect(await listed()).toBe(3)
  expect(await plays.delete(mira, { from: date, to: date })).toEqual({ deleted: 3 })
  expect([await listed(), (await counts('2025-01-01')).music]).toEqual([0, 4])
})

test('deleting today leaves the plays of later today', async () => {
  await play('Kerala', ['2026-11-23T08:00:00Z'])
  expect(await plays.delete(mira, { from: '2026-11-23', to: '2026-11-23' })).toEqual({ deleted: 1 })
  await play('Kerala', ['2026-11-23T09:01:00Z'])
  expect(await counts()).toEqual({ music: 1, Kerala: 1, Bonobo: 1 })
})

test('deleting a range deletes all its plays, including those with only a known day and those in the rows of a file', async () => {
  await play('Kerala', ['2026-11-02T22:30:00Z', '2026-11-04T07:00:00Z'])
  await play('Gorilla', ['2026-11-04T08:00:00Z'], 'spotify_file')
  await createPlaysStore(world.db).merge({ uid: mira, source: 'spotify' }, [
    { itemId: ids.Gorilla, times: [], days: [packDay({ day: dayOfDate('2026-11-04'), plays: 2, seconds: 0 })] },
  ])
  expect(await plays.delete(mira, { from: '2026-11-04T00:00:00.000Z', to: '2026-11-04T23:59:00.000Z' })).toEqual({ deleted: 4 })
  expect(await counts()).toEqual({ music: 1, Kerala: 1, Bonobo: 1 })
  const { rows } = await sql`select 1 from taste_rows where uid = ${mira} and source = 'spotify_file'`.execute(world.db)
  expect(rows).toEqual([])
})

test('only plays of tracks and videos are deleted, and no future ones', async () => {
  const at = '2026-11-04T07:00:00.000Z'
  await expect(plays.delete(mira, { from: at, to: at, item_id: ids.Bonobo })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(plays.delete(mira, { from: at, to: '2027-01-01T00:00:00.000Z' })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(plays.delete(mira, { from: at, to: '2026-11-03T00:00:00.000Z' })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('the limit counts the added exclusions, and a range replaces the single plays in it', async () => {
  const exclusions = createExclusionsStore(world.db)
  const start = Date.parse('2026-11-01T00:00:00Z') / 60_000
  const singles = Array.from({ length: 4_990 }, (_, index) => exclusionAt(ids.Gorilla, start + index))
  await exclusions.add(mira, 'deleted', singles, now)
  await play(
    'Kerala',
    Array.from({ length: 20 }, (_, day) => `2026-10-${10 + day}T07:00:00Z`),
  )
  const october = { from: '2026-10-01T00:00:00.000Z', to: '2026-10-31T00:00:00.000Z' }
  await expect(plays.delete(mira, { ...october, item_id: ids.Kerala })).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await exclusions.list(mira)).toHaveLength(4_990)
  expect(await counts()).toMatchObject({ Kerala: 20 })
  await exclusions.add(mira, 'deleted', Array<PlayExclusion>(10).fill(exclusionAt(ids.Kerala, start)), now)
  const at = '2026-10-12T07:00:00.000Z'
  await expect(plays.delete(mira, { from: at, to: at, item_id: ids.Kerala })).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await plays.delete(mira, { from: october.from, to: '2026-11-10T00:00:00.000Z' })).toEqual({ deleted: 20 })
  expect(await exclusions.list(mira)).toHaveLength(1)
})

test('a hidden artist and its tracks are missing in all ranges until the artist is shown again', async () => {
  await play('Kerala', ['2026-11-02T22:30:00Z'])
  await play('Gorilla', ['2026-11-04T08:00:00Z'])
  const hidden = playSettings.parse(await plays.hide(mira, ids.Bonobo)).hidden
  expect(hidden.map(({ name }) => name)).toEqual(['Bonobo'])
  expect(await counts()).toEqual({ music: 1, Gorilla: 1, 'Little Simz': 1 })
  await plays.show(mira, ids.Bonobo)
  expect(await counts()).toMatchObject({ music: 2, Kerala: 1 })
})

test('plays in a private session never count, from its start to its end', async () => {
  expect(await plays.setPrivate(mira, 6)).toMatchObject({ private_until: '2026-11-23T15:00:00.000Z' })
  now = new Date('2026-11-23T10:00:00Z')
  expect(await plays.setPrivate(mira, 0)).toMatchObject({ private_until: null })
  await play('Kerala', ['2026-11-23T08:58:00Z', '2026-11-23T09:30:00Z', '2026-11-23T10:01:00Z'])
  expect(await counts()).toEqual({ music: 2, Kerala: 2, Bonobo: 2 })
  await plays.setPrivate(mira, 1)
  expect(await plays.settings(mira)).toMatchObject({ private_until: '2026-11-23T11:00:00.000Z' })
  now = new Date('2026-11-23T11:00:00Z')
  expect(await plays.settings(mira)).toMatchObject({ private_until: null })
})

test('a private session that follows another one at once continues it', async () => {
  const stored = async () =>
    (await sql<{ minutes: number }>`select to_at - from_at as minutes from play_exclusions order by from_at`.execute(world.db)).rows.map(
      ({ minutes }) => minutes,
    )
  await plays.setPrivate(mira, 6)
  now = new Date('2026-11-23T10:00:00Z')
  await plays.setPrivate(mira, 1)
  expect(await plays.settings(mira)).toMatchObject({ private_until: '2026-11-23T11:00:00.000Z' })
  now = new Date('2026-11-23T11:01:00Z')
  await plays.setPrivate(mira, 24)
  expect(await stored()).toEqual([26 * 60 + 1])
  expect(await plays.settings(mira)).toMatchObject({ private_until: '2026-11-24T11:01:00.000Z' })
  now = new Date('2026-11-24T11:03:00Z')
  await plays.setPrivate(mira, 1)
  expect(await stored()).toEqual([26 * 60 + 1, 60])
})

test('an item has the number of its plays and the first and the last day', async () => {
  await play('Kerala', ['2021-03-03T10:00:00Z', '2026-11-04T07:00:00Z'])
  await play('Kerala', ['2026-11-04T07:03:00Z'], 'spotify_file')
  expect(await plays.getItemPlays(mira, ids.Kerala)).toEqual({ plays: 2, first: '2021-03-03', last: '2026-11-04' })
  expect(await plays.getItemPlays(mira, ids.Gorilla)).toEqual({ plays: 0, first: null, last: null })
})

test('the export has deleted and hidden plays, and the deletion of the account removes everything', async () => {
  const at = '2026-11-04T07:00:00.000Z'
  await plays.delete(mira, { from: at, to: at, item_id: ids.Kerala })
  await plays.hide(mira, ids.Bonobo)
  const data = recapsPersonalData(world.db)
  const files: ExportedFile[] = []
  for await (const file of data.collect(mira, new Set())) files.push(file)
  expect(files.map(({ path }) => path)).toEqual(['plays-deleted.json'])
  await world.db.transaction().execute((tx) => data.eraseRows?.(tx, mira) ?? Promise.resolve())
  expect(await plays.settings(mira)).toEqual({ private_until: null, hidden: [] })
  expect((await sql`select 1 from play_exclusions`.execute(world.db)).rows).toEqual([])
})
