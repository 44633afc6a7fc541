import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { packDay } from '#server/features/sources/days.ts'
import { packPlay } from '#server/features/sources/play-times.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import { dateOfDay, dayOfDate } from '#server/platform/local-day.ts'
import { GORILLA, KERALA, LAST, SIMZ, recapsWorld } from './recaps.test-world.ts'

const { world, given, recaps, tracks, mira, jonas, lena, play, playNewItems, week, match, sentByJonas, reset } = await recapsWorld()
beforeEach(reset)
afterAll(() => world.database.close())

test('plays whose length no source reported count as long as their items, and the total says that it is an estimate', async () => {
  await sql`update items set duration_ms = 240_000 where name = 'Kerala'`.execute(world.db)
  const days = [packDay({ day: dayOfDate('2026-11-18'), plays: 3, seconds: 0 })]
  await createPlaysStore(world.db).merge({ uid: mira, source: 'spotify' }, [{ itemId: tracks[KERALA] ?? '', times: [], days }])
  await play(mira, GORILLA, ['2026-11-18', 2])
  expect((await week(mira)).played?.length).toEqual({ ms: 3 * 240_000 + 400_000, is_estimate: true })
})

test('a week has its totals, days, top items compared with the previous week, and new items', async () => {
  await play(mira, KERALA, ['2026-11-02', 1], ['2026-11-10', 3], ['2026-11-16', 4], ['2026-11-22', 1])
  await play(mira, GORILLA, ['2026-11-22', 2], ['2026-11-23', 9])
  await play(mira, SIMZ, ['2026-11-22', 2])
  const found = await week(mira)
  expect(found).toMatchObject({ kind: 'week', from: LAST, to: '2026-11-22', older: '2026-11-09', newer: null, is_changed: false })
  expect(found.played).toMatchObject({
    music: 7,
    video: 0,
    length: { ms: 1_400_000, is_estimate: false },
    before: { plays: 3, seconds: 600 },
  })
  expect(found.played?.parts.map(({ music }) => music)).toEqual([4, 0, 0, 0, 0, 0, 3])
  expect(found.played?.tracks.map(({ item, plays, before, is_new }) => [item.name, plays, before, is_new])).toEqual([
    ['Kerala', 5, 3, false],
    ['Gorilla', 2, 0, true],
  ])
  expect(found.fresh.map(({ item }) => item.name)).toEqual(['Little Simz'])
  expect(await week(mira, '2026-11-04')).toMatchObject({ from: '2026-11-02', newer: '2026-11-09', older: null, fresh: [] })
})

test('months and years have the same sections, by day and by month, compared with the previous one', async () => {
  await sql`update items set field_bars = '{hip-hop}' where name = 'Little Simz'`.execute(world.db)
  await play(mira, KERALA, ['2025-12-31', 2], ['2026-09-30', 3], ['2026-10-01', 4], ['2026-10-31', 1])
  await play(mira, GORILLA, ['2026-10-31', 2], ['2026-11-01', 9])
  await play(mira, SIMZ, ['2026-10-31', 2], ['2026-11-01', 9])
  const month = await week(mira, '2026-10')
  expect(month).toMatchObject({
    kind: 'month',
    from: '2026-10-01',
    to: '2026-10-31',
    older: '2026-09',
    newer: '2026-11',
    is_finished: true,
  })
  expect(month.played).toMatchObject({ music: 7, before: { plays: 3, seconds: 600 }, unit: 'day' })
  expect(month.played?.parts).toHaveLength(31)
  expect(month.played?.parts.at(-1)).toEqual({ from: '2026-10-31', to: '2026-10-31', music: 3, video: 0 })
  expect(month.fresh.map(({ item }) => item.name)).toEqual(['Little Simz'])
  expect(month.played?.bars[PRINT_BARS.indexOf('hip-hop')]).toBe(2)
  const year = await week(mira, '2026')
  expect(year).toMatchObject({ kind: 'year', from: '2026-01-01', to: '2026-12-31', older: '2025', newer: null, is_finished: false })
  // The year isn't over, so it is compared with nothing.
  expect(year.played).toMatchObject({ music: 19, before: null, unit: 'month' })
  expect(year.played?.parts.map(({ music }) => music)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 3, 7, 9, 0])
  expect(year.played?.tracks.map(({ before }) => before)).toEqual([null, null])
})

test('a range of days has a previous and a next range of the same length', async () => {
  await play(mira, KERALA, ['2026-11-01', 1], ['2026-11-04', 3], ['2026-11-12', 5])
  expect(await week(mira, '2026-11-03--2026-11-05')).toMatchObject({
    kind: 'range',
    older: '2026-10-31--2026-11-02',
    newer: '2026-11-06--2026-11-08',
    span: { from: '2026-11-01', to: '2026-11-12' },
    played: { music: 3, before: { plays: 1, seconds: 200 } },
  })
})

test('a period without plays has no sections, and links to the period with plays', async () => {
  await play(mira, KERALA, ['2026-11-12', 5])
  const found = await week(mira, '2019')
  expect(found).toMatchObject({ played: null, fresh: [], older: null, newer: '2020', span: { from: '2026-11-12', to: '2026-11-12' } })
})

test.each(['2026-11-23', '2026-12', '2027', '2026-11-24--2026-11-25', '1969', '2026-02-30', '1970-01-01--2040-01-01'])(
  'rejects %s, which has no finished week or no past',
  async (period) => {
    await expect(recaps.recap(mira, period)).rejects.toMatchObject({ code: 'invalid_input' })
  },
)

test('a fixed year of plays produces the expected series', async () => {
  // Each month m has m plays of Kerala on its first day, and on its 15th one of Gorilla from July on.
  const dates = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, '0')}`)
  await play(mira, KERALA, ['2024-12-31', 40], ...dates.map((month, index): [string, number] => [`${month}-01`, index + 1]), [
    '2026-01-01',
    50,
  ])
  await play(mira, GORILLA, ...dates.slice(6).map((month): [string, number] => [`${month}-15`, 1]))
  const year = await week(mira, '2025')
  expect(year.played?.parts.map(({ from, music }) => [from.slice(5, 7), music])).toEqual(
    [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13].map((music, index) => [String(index + 1).padStart(2, '0'), music]),
  )
  expect(year.played).toMatchObject({
    music: 84,
    video: 0,
    length: { ms: 16_800_000, is_estimate: false },
    before: { plays: 40, seconds: 8_000 },
    unit: 'month',
  })
  expect(year.played?.tracks.map(({ item, plays, before, is_new: isNew }) => [item.name, plays, before, isNew])).toEqual([
    ['Kerala', 78, 40, false],
    ['Gorilla', 6, 0, true],
  ])
  const months = await Promise.all(dates.map(async (month) => (await week(mira, month)).played?.music))
  expect(months).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13])
  // The weeks from December 30, 2024, to January 4, 2026, have the year, one day before it, and one after it.
  const mondays = Array.from({ length: 53 }, (_, index) => dateOfDay(dayOfDate('2024-12-30') + index * 7))
  const weeks = await Promise.all(mondays.map(async (monday) => (await week(mira, monday)).played?.music ?? 0))
  expect(weeks.reduce((sum, plays) => sum + plays, 0)).toBe(40 + 84 + 50)
  expect([weeks[0], weeks[1], weeks[4], weeks.at(-1)]).toEqual([41, 0, 2, 50])
})

test('months compare the first and the last Sunday whose match is known', async () => {
  await match(jonas, { '2026-10-19': 40, '2026-10-26': 45, '2026-11-09': 55, '2026-11-16': 60 })
  given.percents = new Map([[jonas, 60]])
  const closerIn = async (period: string) => (await week(mira, period)).closer.map(({ before, now: then }) => [before, then])
  // November 1 is a Sunday: the one before the month is October 25.
  expect(await closerIn('2026-11')).toEqual([[40, 60]])
  expect(await closerIn('2026-10')).toEqual([])
  expect(await closerIn('2026')).toEqual([[40, 60]])
  expect(await closerIn('2026-11-09')).toEqual([])
})

test('matches are from two Sundays, and only of buddies who show their match today', async () => {
  given.percents = new Map([
    [jonas, 60],
    [lena, 50],
  ])
  given.now = new Date('2026-11-16T09:00:00Z')
  await recaps.completeDue()
  given.percents = new Map([
    [jonas, 71],
    [lena, 48],
  ])
  given.now = new Date('2026-11-23T09:00:00Z')
  await recaps.completeDue()
  const shown = async () => (await week(mira)).closer.map(({ person, before, now: then }) => [person.user_name, before, then])
  expect(await shown()).toEqual([
    ['jonas', 60, 71],
    ['lena', 50, 48],
  ])
  given.percents.delete(jonas)
  expect(await shown()).toEqual([['lena', 50, 48]])
  await world.connections.block(lena, mira)
  expect(await shown()).toEqual([])
  await world.connections.unblock(lena, mira)
  await world.befriend(mira, lena)
})

test('an item is brought by a buddy who showed it before the first play, with the evidence', async () => {
  await play(mira, KERALA, ['2026-11-02', 1], ['2026-11-17', 1])
  await play(mira, GORILLA, ['2026-11-18', 9])
  given.shares = [sentByJonas(GORILLA), sentByJonas(KERALA)]
  expect((await week(mira)).brought).toMatchObject([{ item: { name: 'Gorilla' }, plays: 9, by: { user_name: 'jonas' }, how: 'sent' }])
  await world.connections.mute(mira, jonas)
  expect((await week(mira)).brought).toEqual([])
  await world.connections.unmute(mira, jonas)
})

test('a buddy who moved closer has the reason: an item they brought, or a new one that both love', async () => {
  await playNewItems()
  await match(jonas, { '2026-11-09': 60, '2026-11-16': 71 })
  await match(lena, { '2026-11-09': 50, '2026-11-16': 55 })
  given.percents = new Map([
    [jonas, 71],
    [lena, 55],
  ])
  const why = async () =>
    (await week(mira)).closer.map(({ person, why: reason }) => [person.user_name, reason && 'item' in reason ? reason.item.name : reason])
  expect(await why()).toEqual([
    ['jonas', null],
    ['lena', 'Little Simz'],
  ])
  given.shares = [sentByJonas(GORILLA)]
  expect((await why())[0]).toEqual(['jonas', 'Gorilla'])
})

test('leaves out muted items from what buddies brought', async () => {
  await play(mira, KERALA, ['2026-11-02', 1])
  await play(mira, GORILLA, ['2026-11-18', 9])
  given.shares = [sentByJonas(GORILLA)]
  const { id } = await world.mutes.muteItem(mira, tracks[SIMZ] ?? '', null)
  const muted = await week(mira)
  expect([muted.brought, muted.played?.tracks.map(({ item }) => item.name)]).toEqual([[], ['Gorilla']])
  await world.mutes.remove(mira, id)
  expect((await week(mira)).brought).toHaveLength(1)
})

test('the activity counts the items saved and shared, and new artists, on these days of the user’s time zone', async () => {
  given.zones.set(mira, 'Europe/Berlin')
  await play(mira, KERALA, ['2026-10-01', 1])
  await play(mira, SIMZ, ['2026-10-20', 1])
  expect((await week(mira, '2026-10-19')).activity).toEqual({ saved: 3, shared: 2, discovered: 1 })
  // The week has 169 hours.
  expect(given.activityTime).toEqual({ since: new Date('2026-10-18T22:00:00Z'), until: new Date('2026-10-25T23:00:00Z') })
})

test('items brought to buddies, and played together, leave out non-buddies and users who are not counted', async () => {
  const [item] = (await world.media.items([tracks[GORILLA] ?? ''])).values()
  if (!item) throw new Error('no item')
  const evidence = { item, how: 'sent', at: '2026-11-14T10:00:00.000Z', where: '00000000-0000-4000-8000-000000000001' } as const
  given.gave = [
    { ...evidence, to: jonas },
    { ...evidence, to: lena },
  ]
  const session = { chatId: evidence.where, startedAt: new Date('2026-11-18T20:00:00Z') }
  given.sessions = [
    { ...session, people: [jonas, lena], items: 4 },
    { ...session, people: [lena], items: 2 },
    { ...session, people: [jonas], items: 0 },
    { ...session, people: ['00000000-0000-4000-8000-00000000000a'], items: 9 },
  ]
  given.percents = new Map([[lena, 50]])
  await match(lena, { '2026-11-09': 40, [LAST]: 45 })
  const names = async () => {
    const found = await week(mira)
    return [
      found.gave.map(({ to }) => to.user_name),
      found.together.map(({ people, items }) => [...people.map(({ user_name: name }) => name), items]),
      found.closer.map(({ person }) => person.user_name),
    ]
  }
  expect(await names()).toEqual([
    ['jonas', 'lena'],
    [
      ['jonas', 'lena', 4],
      ['lena', 2],
    ],
    ['lena'],
  ])
  const { id } = await world.mutes.muteItem(mira, tracks[SIMZ] ?? '', null)
  expect((await names())[0]).toEqual([])
  await world.mutes.remove(mira, id)
  await world.privacy.change(lena, { counted: false })
  expect(await names()).toEqual([['jonas'], [['jonas', 4]], []])
  await world.privacy.change(lena, { counted: true })
})

test('a play belongs to the week of the time zone, even in the weeks when the clocks change', async () => {
  const addPlays = async (...times: string[]) =>
    createPlaysStore(world.db).merge({ uid: mira, source: 'spotify' }, [
      {
        itemId: tracks[KERALA] ?? '',
        times: times.map((time) => packPlay(Date.parse(time) / 60_000, 180)).toSorted((a, b) => a - b),
        days: [],
      },
    ])
  const musicOf = async (period: string) => (await week(mira, period)).played?.parts.map(({ music }) => music)
  given.zones.set(mira, 'Europe/Berlin')
  // Sunday at 11:30 PM and Monday at 12:30 AM in Berlin, where 2026-03-29 has 23 hours and 2026-10-25 has 25.
  await addPlays('2026-03-29T21:30:00Z', '2026-03-29T22:30:00Z', '2026-10-25T22:30:00Z', '2026-10-25T23:30:00Z')
  expect(await musicOf('2026-03-23')).toEqual([0, 0, 0, 0, 0, 0, 1])
  expect(await musicOf('2026-03-30')).toEqual([1, 0, 0, 0, 0, 0, 0])
  expect(await musicOf('2026-10-19')).toEqual([0, 0, 0, 0, 0, 0, 1])
  expect(await musicOf('2026-10-26')).toEqual([1, 0, 0, 0, 0, 0, 0])
  given.zones.set(mira, 'America/New_York')
  expect(await musicOf('2026-03-23')).toEqual([0, 0, 0, 0, 0, 0, 2])
  expect(await musicOf('2026-10-19')).toEqual([0, 0, 0, 0, 0, 0, 2])
  given.zones.set(mira, 'Pacific/Auckland')
  expect(await musicOf('2026-10-26')).toEqual([2, 0, 0, 0, 0, 0, 0])
})
