import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { recap } from '#contract/taste/recaps.ts'
import { packDay } from '#server/features/sources/days.ts'
import { packPlay } from '#server/features/sources/play-times.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import { tasteWorld } from '#server/features/taste/taste.test-world.ts'
import { dateOfDay, dayOfDate } from '#server/platform/local-day.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import type { ExportedFile } from '#server/platform/personal-data.ts'
import type { Share } from './brought.ts'
import { recapsPersonalData } from './recaps.personal.ts'
import type { RecapsDeps } from './recap-content.ts'
import { createRecaps } from './recaps.service.ts'

const LAST = '2026-11-16'
let world: Awaited<ReturnType<typeof tasteWorld>>
let now: Date
let mira: Uid, jonas: Uid, lena: Uid
let tracks: string[]
let zones: Map<Uid, string>
let percents: Map<Uid, number>
let shares: Share[]
let gave: Awaited<ReturnType<RecapsDeps['broughtBy']>>
let sessions: Awaited<ReturnType<RecapsDeps['sessions']>>
let activityTime: { since: Date; until: Date } | null
let notified: string[]
let savedMonths: string[]
let isFailing: boolean
let recaps: ReturnType<typeof createRecaps>

beforeAll(async () => {
  world = await tasteWorld()
  ;[mira, jonas, lena] = [await world.person('mira'), await world.person('jonas'), await world.person('lena')]
  for (const buddy of [jonas, lena]) await world.befriend(mira, buddy)
  await sql`update profiles set joined_at = '2026-01-01'`.execute(world.db)
  await world.loves(mira, 'spotify', [
    { kind: 'track', name: 'Kerala', by: 'Bonobo' },
    { kind: 'track', name: 'Gorilla', by: 'Little Simz' },
    { kind: 'artist', name: 'Little Simz', by: null },
  ])
  const { rows } = await sql<{
    id: string
  }>`select id from items where name in ('Kerala', 'Gorilla', 'Little Simz') order by kind desc, name desc`.execute(world.db)
  tracks = rows.map(({ id }) => id)
})
afterAll(() => world.database.close())

beforeEach(async () => {
  now = new Date('2026-11-23T09:00:00Z')
  zones = new Map()
  percents = new Map()
  shares = []
  gave = []
  sessions = []
  activityTime = null
  notified = []
  savedMonths = []
  isFailing = false
  for (const table of ['recaps', 'weekly_matches', 'item_plays', 'notification_settings'])
    await sql`delete from ${sql.table(table)}`.execute(world.db)
  recaps = createRecaps({
    db: world.db,
    clock: { now: () => now },
    media: world.media,
    people: { ...world.connections, cards: (uids) => world.profiles.cards(uids) },
    percents: async (viewer, uids) =>
      new Map(uids.flatMap((uid) => (viewer === mira && percents.has(uid) ? [[uid, percents.get(uid) ?? 0]] : []))),
    shownTaste: async (uid) => ({ loves: new Set(uid === lena ? [tracks[SIMZ] ?? ''] : []), print: PRINT_BARS.map(() => 0) }),
    shares: async (_viewer, buddies) => shares.filter(({ by }) => buddies.includes(by)),
    counted: async (uids) => new Set([...(await world.privacy.ofMany(uids))].flatMap(([uid, { counted }]) => (counted ? [uid] : []))),
    async activity(_viewer, time) {
      activityTime = time
      return { saved: 3, shared: 2 }
    },
    broughtBy: async (_viewer, buddies) => gave.filter(({ to }) => buddies.includes(to)),
    sessions: async () => sessions,
    listening: async () => [],
    mutedAmong: world.mutes.mutedAmong,
    timeZoneOf: async (uid) => zones.get(uid) ?? 'UTC',
    setTimeZone: async (uid, zone) => void zones.set(uid, zone),
    saveMonth: async (uid, date) => void savedMonths.push(`${uid} ${date}`),
    async notify(uid, monday) {
      if (isFailing) throw new Error('the server stopped')
      notified.push(`${uid} ${monday}`)
    },
    log: createLogs({ filter: 'off', pretty: false })('taste.match'),
  })
})

const [KERALA, GORILLA, SIMZ] = [0, 1, 2] as const
async function play(uid: Uid, which: number, ...days: [date: string, plays: number][]) {
  await createPlaysStore(world.db).merge({ uid, source: 'spotify' }, [
    {
      itemId: tracks[which] ?? '',
      times: [],
      days: days.map(([date, plays]) => packDay({ day: dayOfDate(date), plays, seconds: plays * 200 })),
    },
  ])
}
const week = async (uid: Uid, period?: string) => recap.parse(await recaps.recap(uid, period))

test('a week has its totals, days, and tops against the week before, and what is new', async () => {
  await play(mira, KERALA, ['2026-11-02', 1], ['2026-11-10', 3], ['2026-11-16', 4], ['2026-11-22', 1])
  await play(mira, GORILLA, ['2026-11-22', 2], ['2026-11-23', 9])
  await play(mira, SIMZ, ['2026-11-22', 2])
  const found = await week(mira)
  expect(found).toMatchObject({ kind: 'week', from: LAST, to: '2026-11-22', older: '2026-11-09', newer: null, is_changed: false })
  expect(found.played).toMatchObject({ music: 7, video: 0, seconds: 1_400, before: { plays: 3, seconds: 600 } })
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

test('a fixed year of plays gives the known series', async () => {
  // Each month m has m plays of Kerala on its first day, and on its 15th one of Gorilla from July on.
  const dates = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, '0')}`)
  await play(mira, KERALA, ['2024-12-31', 40], ...dates.map((month, at): [string, number] => [`${month}-01`, at + 1]), ['2026-01-01', 50])
  await play(mira, GORILLA, ...dates.slice(6).map((month): [string, number] => [`${month}-15`, 1]))
  const year = await week(mira, '2025')
  expect(year.played?.parts.map(({ from, music }) => [from.slice(5, 7), music])).toEqual(
    [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13].map((music, at) => [String(at + 1).padStart(2, '0'), music]),
  )
  expect(year.played).toMatchObject({ music: 84, video: 0, seconds: 16_800, before: { plays: 40, seconds: 8_000 }, unit: 'month' })
  expect(year.played?.tracks.map(({ item, plays, before, is_new: isNew }) => [item.name, plays, before, isNew])).toEqual([
    ['Kerala', 78, 40, false],
    ['Gorilla', 6, 0, true],
  ])
  const months = await Promise.all(dates.map(async (month) => (await week(mira, month)).played?.music))
  expect(months).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13])
  // The weeks from December 30, 2024, to January 4, 2026, have the year, one day before it, and one after it.
  const mondays = Array.from({ length: 53 }, (_, at) => dateOfDay(dayOfDate('2024-12-30') + at * 7))
  const weeks = await Promise.all(mondays.map(async (monday) => (await week(mira, monday)).played?.music ?? 0))
  expect(weeks.reduce((sum, plays) => sum + plays, 0)).toBe(40 + 84 + 50)
  expect([weeks[0], weeks[1], weeks[4], weeks.at(-1)]).toEqual([41, 0, 2, 50])
})

test('months compare the first and the last Sunday whose match is known', async () => {
  await sql`insert into weekly_matches (uid, week, other, percent) values
    (${mira}, '2026-10-19', ${jonas}, 40), (${mira}, '2026-10-26', ${jonas}, 45), (${mira}, '2026-11-09', ${jonas}, 55),
    (${mira}, '2026-11-16', ${jonas}, 60)`.execute(world.db)
  percents = new Map([[jonas, 60]])
  const of = async (period: string) => (await week(mira, period)).closer.map(({ before, now: then }) => [before, then])
  // November 1 is a Sunday: the one before the month is October 25.
  expect(await of('2026-11')).toEqual([[40, 60]])
  expect(await of('2026-10')).toEqual([])
  expect(await of('2026')).toEqual([[40, 60]])
  expect(await of('2026-11-09')).toEqual([])
})

test('matches are from two Sundays, and only of buddies who show their match today', async () => {
  percents = new Map([
    [jonas, 60],
    [lena, 50],
  ])
  now = new Date('2026-11-16T09:00:00Z')
  await recaps.completeDue()
  percents = new Map([
    [jonas, 71],
    [lena, 48],
  ])
  now = new Date('2026-11-23T09:00:00Z')
  await recaps.completeDue()
  const shown = async () => (await week(mira)).closer.map(({ person, before, now: then }) => [person.user_name, before, then])
  expect(await shown()).toEqual([
    ['jonas', 60, 71],
    ['lena', 50, 48],
  ])
  percents.delete(jonas)
  expect(await shown()).toEqual([['lena', 50, 48]])
  await world.connections.block(lena, mira)
  expect(await shown()).toEqual([])
  await world.connections.unblock(lena, mira)
  await world.befriend(mira, lena)
})

test('an item is brought by a buddy who showed it before the first play, with the evidence', async () => {
  await play(mira, KERALA, ['2026-11-02', 1], ['2026-11-17', 1])
  await play(mira, GORILLA, ['2026-11-18', 9])
  const share = { how: 'sent', where: '00000000-0000-4000-8000-000000000001' } as const
  shares = [
    { ...share, itemId: tracks[GORILLA] ?? '', by: jonas, at: new Date('2026-11-14T10:00:00Z') },
    { ...share, itemId: tracks[KERALA] ?? '', by: jonas, at: new Date('2026-11-14T10:00:00Z') },
  ]
  expect((await week(mira)).brought).toMatchObject([{ item: { name: 'Gorilla' }, plays: 9, by: { user_name: 'jonas' }, how: 'sent' }])
  await world.connections.mute(mira, jonas)
  expect((await week(mira)).brought).toEqual([])
  await world.connections.unmute(mira, jonas)
})

test('a buddy who moved closer has the reason: what they brought, or what is new and both love', async () => {
  await play(mira, KERALA, ['2026-11-02', 1])
  await play(mira, GORILLA, ['2026-11-18', 9])
  await play(mira, SIMZ, ['2026-11-18', 9])
  await sql`insert into weekly_matches (uid, week, other, percent) values
    (${mira}, '2026-11-09', ${jonas}, 60), (${mira}, '2026-11-16', ${jonas}, 71),
    (${mira}, '2026-11-09', ${lena}, 50), (${mira}, '2026-11-16', ${lena}, 55)`.execute(world.db)
  percents = new Map([
    [jonas, 71],
    [lena, 55],
  ])
  const why = async () =>
    (await week(mira)).closer.map(({ person, why: reason }) => [person.user_name, reason && 'item' in reason ? reason.item.name : reason])
  expect(await why()).toEqual([
    ['jonas', null],
    ['lena', 'Little Simz'],
  ])
  const where = '00000000-0000-4000-8000-000000000001'
  shares = [{ how: 'sent', where, itemId: tracks[GORILLA] ?? '', by: jonas, at: new Date('2026-11-14T10:00:00Z') }]
  expect((await why())[0]).toEqual(['jonas', 'Gorilla'])
})

test('buddies bring nothing that the viewer has muted', async () => {
  await play(mira, KERALA, ['2026-11-02', 1])
  await play(mira, GORILLA, ['2026-11-18', 9])
  shares = [
    {
      how: 'sent',
      where: '00000000-0000-4000-8000-000000000001',
      itemId: tracks[GORILLA] ?? '',
      by: jonas,
      at: new Date('2026-11-14T10:00:00Z'),
    },
  ]
  const { id } = await world.mutes.muteItem(mira, tracks[SIMZ] ?? '', null)
  const muted = await week(mira)
  expect([muted.brought, muted.played?.tracks.map(({ item }) => item.name)]).toEqual([[], ['Gorilla']])
  await world.mutes.remove(mira, id)
  expect((await week(mira)).brought).toHaveLength(1)
})

test('the activity has what was saved and shared in these days of the time zone, and how many artists were new', async () => {
  zones.set(mira, 'Europe/Berlin')
  await play(mira, KERALA, ['2026-10-01', 1])
  await play(mira, SIMZ, ['2026-10-20', 1])
  expect((await week(mira, '2026-10-19')).activity).toEqual({ saved: 3, shared: 2, discovered: 1 })
  // The week has 169 hours.
  expect(activityTime).toEqual({ since: new Date('2026-10-18T22:00:00Z'), until: new Date('2026-10-25T23:00:00Z') })
})

test('items brought to buddies, and played together, leave out non-buddies and users who are not counted', async () => {
  const [item] = (await world.media.items([tracks[GORILLA] ?? ''])).values()
  if (!item) throw new Error('no item')
  const evidence = { item, how: 'sent', at: '2026-11-14T10:00:00.000Z', where: '00000000-0000-4000-8000-000000000001' } as const
  gave = [
    { ...evidence, to: jonas },
    { ...evidence, to: lena },
  ]
  const session = { chatId: evidence.where, startedAt: new Date('2026-11-18T20:00:00Z') }
  sessions = [
    { ...session, people: [jonas, lena], items: 4 },
    { ...session, people: [lena], items: 2 },
    { ...session, people: [jonas], items: 0 },
    { ...session, people: ['00000000-0000-4000-8000-00000000000a'], items: 9 },
  ]
  percents = new Map([[lena, 50]])
  await sql`insert into weekly_matches (uid, week, other, percent) values
    (${mira}, '2026-11-09', ${lena}, 40), (${mira}, ${LAST}, ${lena}, 45)`.execute(world.db)
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

test('each user is notified once, on Monday at 8 AM in their time zone, also after a crash', async () => {
  await play(mira, KERALA, ['2026-11-02', 1])
  await play(mira, SIMZ, ['2026-11-18', 9])
  await play(mira, GORILLA, ['2026-11-18', 9])
  await sql`insert into notification_settings (uid, time_zone, push_shows_text, digest) values (${mira}, 'America/New_York', false, 'off')`.execute(
    world.db,
  )
  zones.set(mira, 'America/New_York')
  await recaps.completeDue()
  expect(notified).toEqual([])
  now = new Date('2026-11-23T13:00:00Z')
  isFailing = true
  await recaps.completeDue()
  isFailing = false
  await recaps.completeDue()
  await recaps.completeDue()
  expect(notified).toHaveLength(1)
  expect(notified[0]).toContain(LAST)
  // The print of the week's month is stored with it.
  expect(savedMonths).toContain(`${mira} 2026-11-22`)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from recaps`.execute(world.db)
  expect(rows[0]?.count).toBe(3)
})

test('the email gets the week that became ready since the last one, once, also if the job has not reached it yet', async () => {
  await play(mira, KERALA, ['2026-11-02', 1])
  await play(mira, SIMZ, ['2026-11-18', 9])
  await play(mira, GORILLA, ['2026-11-18', 9])
  now = new Date('2026-11-23T07:59:00Z')
  expect(await recaps.readySince(mira, new Date('2026-11-17'))).toBeNull()
  now = new Date('2026-11-23T08:00:00Z')
  expect(await recaps.readySince(mira, new Date('2026-11-17'))).toMatchObject({ from: LAST, played: { music: 9 } })
  await recaps.completeDue()
  expect(notified).toEqual([`${mira} ${LAST}`])
  expect(await recaps.readySince(mira, new Date('2026-11-17'))).toMatchObject({ from: LAST })
  expect(await recaps.readySince(mira, new Date('2026-11-23T08:00:00Z'))).toBeNull()
  // Jonas played nothing.
  expect(await recaps.readySince(jonas, new Date('2026-11-17'))).toBeNull()
})

test('the job and the page agree on what is quiet, and on the plays', async () => {
  const both = async () => {
    const page = await week(mira)
    const sections = [page.played !== null, page.fresh.length > 0, page.closer.length > 0, page.brought.length > 0]
    await sql`delete from recaps`.execute(world.db)
    notified = []
    await recaps.completeDue()
    expect((await week(mira)).is_changed).toBe(false)
    return [sections.filter(Boolean).length, notified.length]
  }
  await play(mira, KERALA, ['2026-11-02', 1], ['2026-11-17', 2])
  expect(await both()).toEqual([1, 0])
  await sql`insert into weekly_matches (uid, week, other, percent) values
    (${mira}, '2026-11-09', ${jonas}, 40), (${mira}, ${LAST}, ${jonas}, 45)`.execute(world.db)
  percents = new Map([[jonas, 45]])
  expect(await both()).toEqual([2, 1])
  percents = new Map()
  await play(mira, GORILLA, ['2026-11-18', 9])
  expect(await both()).toEqual([1, 0])
  shares = [
    {
      how: 'sent',
      where: '00000000-0000-4000-8000-000000000001',
      itemId: tracks[GORILLA] ?? '',
      by: jonas,
      at: new Date('2026-11-14T10:00:00Z'),
    },
  ]
  expect(await both()).toEqual([2, 1])
  await play(mira, SIMZ, ['2026-11-18', 9])
  expect(await both()).toEqual([3, 1])
})

test('a user whose recap fails waits for the next run and does not block others', async () => {
  await play(mira, KERALA, ['2026-11-02', 1])
  await play(mira, SIMZ, ['2026-11-18', 9])
  await play(mira, GORILLA, ['2026-11-18', 9])
  const completed = async () => (await sql<{ uid: Uid }>`select uid from recaps`.execute(world.db)).rows.map(({ uid }) => uid)
  isFailing = true
  await recaps.completeDue()
  expect((await completed()).toSorted()).toEqual([jonas, lena].toSorted())
  isFailing = false
  await recaps.completeDue()
  expect(await completed()).toContain(mira)
})

test('a crash after the notification repeats it under the same key, and changes no stored match', async () => {
  await play(mira, KERALA, ['2026-11-02', 1])
  await play(mira, SIMZ, ['2026-11-18', 9])
  await play(mira, GORILLA, ['2026-11-18', 9])
  percents = new Map([[jonas, 60]])
  await recaps.completeDue()
  // The state of a process that stopped before its last step.
  await sql`delete from recaps where uid = ${mira}`.execute(world.db)
  percents = new Map([[jonas, 90]])
  await recaps.completeDue()
  expect(notified).toEqual([`${mira} ${LAST}`, `${mira} ${LAST}`])
  const { rows } = await sql<{ percent: number }>`select percent from weekly_matches where uid = ${mira}`.execute(world.db)
  expect(rows.map(({ percent }) => percent)).toEqual([60])
})

test('a play belongs to the week of the time zone, also in the weeks in which the clocks change', async () => {
  const at = async (...times: string[]) =>
    createPlaysStore(world.db).merge({ uid: mira, source: 'spotify' }, [
      {
        itemId: tracks[KERALA] ?? '',
        times: times.map((time) => packPlay(Date.parse(time) / 60_000, 180)).toSorted((a, b) => a - b),
        days: [],
      },
    ])
  const musicOf = async (period: string) => (await week(mira, period)).played?.parts.map(({ music }) => music)
  zones.set(mira, 'Europe/Berlin')
  // Sunday at 11:30 PM and Monday at 12:30 AM in Berlin, where 2026-03-29 has 23 hours and 2026-10-25 has 25.
  await at('2026-03-29T21:30:00Z', '2026-03-29T22:30:00Z', '2026-10-25T22:30:00Z', '2026-10-25T23:30:00Z')
  expect(await musicOf('2026-03-23')).toEqual([0, 0, 0, 0, 0, 0, 1])
  expect(await musicOf('2026-03-30')).toEqual([1, 0, 0, 0, 0, 0, 0])
  expect(await musicOf('2026-10-19')).toEqual([0, 0, 0, 0, 0, 0, 1])
  expect(await musicOf('2026-10-26')).toEqual([1, 0, 0, 0, 0, 0, 0])
  zones.set(mira, 'America/New_York')
  expect(await musicOf('2026-03-23')).toEqual([0, 0, 0, 0, 0, 0, 2])
  expect(await musicOf('2026-10-19')).toEqual([0, 0, 0, 0, 0, 0, 2])
  zones.set(mira, 'Pacific/Auckland')
  expect(await musicOf('2026-10-26')).toEqual([2, 0, 0, 0, 0, 0, 0])
})

test('a quiet week sends no notification and has no card', async () => {
  await recaps.completeDue()
  expect(notified).toEqual([])
  expect(await recaps.card(mira, 'UTC')).toBeNull()
  expect(await week(mira)).toMatchObject({ played: null, fresh: [], closer: [], brought: [] })
})

test('the card is shown from Monday to Wednesday, and sets the time zone once', async () => {
  await play(mira, KERALA, ['2026-11-02', 1])
  await play(mira, SIMZ, ['2026-11-18', 2])
  await play(mira, GORILLA, ['2026-11-18', 2])
  expect(await recaps.card(mira, 'Europe/Berlin')).toMatchObject({ from: LAST, plays: 2, seconds: 400, fresh: 1 })
  expect(zones.get(mira)).toBe('Europe/Berlin')
  await recaps.card(mira, 'Asia/Tokyo')
  expect(zones.get(mira)).toBe('Europe/Berlin')
  now = new Date('2026-11-26T09:00:00Z')
  expect(await recaps.card(mira, 'Europe/Berlin')).toBeNull()
  await expect(recaps.card(mira, 'Nowhere/Else')).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a late import marks a week as changed', async () => {
  await play(mira, KERALA, ['2026-11-17', 1])
  await recaps.completeDue()
  expect((await week(mira)).is_changed).toBe(false)
  await play(mira, GORILLA, ['2026-11-18', 1])
  expect((await week(mira)).is_changed).toBe(true)
  expect((await week(mira, '2026-11')).is_changed).toBe(true)
  expect((await week(mira, '2026-11-02')).is_changed).toBe(false)
  expect((await week(mira, '2026-11-17--2026-11-30')).is_changed).toBe(false)
})

test('the export has the weeks and matches, and the deletion removes them for both users', async () => {
  percents = new Map([[jonas, 60]])
  await recaps.completeDue()
  const data = recapsPersonalData(world.db)
  const files: ExportedFile[] = []
  for await (const file of data.collect(mira, new Set())) files.push(file)
  expect(files.map(({ path }) => path)).toEqual(['weeks.json'])
  const left = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from weekly_matches`.execute(world.db)).rows[0]?.count
  expect(await left()).toBe(1)
  await data.eraseRows?.(world.db, jonas)
  expect(await left()).toBe(0)
})
