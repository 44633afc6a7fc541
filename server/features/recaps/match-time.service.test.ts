import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { PRINT_BARS, type Genre } from '#contract/taste/print.ts'
import { matchOverTime, tasteChanges } from '#contract/taste/taste-time.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import { packPlay } from '#server/features/sources/play-times.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import { createSourcesStore } from '#server/features/sources/sources.store.ts'
import { setUpTaste, world } from '#server/features/taste/taste.test-world.ts'
import { dayOfDate } from '#server/platform/local-day.ts'
import type { Share } from './brought.ts'
import { createMatchTime } from './match-time.service.ts'
import { createRecapsStore } from './recaps.store.ts'
import { createTasteTime } from './taste-time.service.ts'

const CHAT = '00000000-0000-4000-8000-000000000001'
setUpTaste()
let mira: Uid, anouk: Uid
let ids: Map<string, string>
let shares: (Share & { to: Uid })[]
let percent: number | null
let closed: Set<SourceName>
let matchTime: ReturnType<typeof createMatchTime>

beforeAll(async () => {
  ;[mira, anouk] = [await world.person('mira'), await world.person('anouk')]
  await world.befriend(mira, anouk)
  for (const uid of [mira, anouk])
    await world.loves(uid, 'spotify', [
      { kind: 'artist', name: 'Four Tet', by: null },
      { kind: 'track', name: 'Baby', by: 'Four Tet' },
      { kind: 'track', name: 'Kerala', by: 'Bonobo' },
    ])
  await sql`update items set field_bars = '{house}' where name = 'Four Tet'`.execute(world.db)
  const { rows } = await sql<{ id: string; name: string }>`select id, name from items`.execute(world.db)
  ids = new Map(rows.map(({ id, name }) => [name, id]))
})

beforeEach(async () => {
  shares = []
  percent = 41
  closed = new Set()
  for (const table of ['item_plays', 'weekly_matches', 'hidden_plays', 'privacy_settings'])
    await sql`delete from ${sql.table(table)}`.execute(world.db)
  await sql`update taste_sources set shown_to = 'everyone'`.execute(world.db)
  for (const uid of [mira, anouk]) await world.privacy.change(uid, { history: true, match: 'everyone', music: 'everyone' })
  const clock = { now: () => new Date('2026-11-23T09:00:00Z') }
  const timeZoneOf = async () => 'UTC'
  matchTime = createMatchTime({
    db: world.db,
    clock,
    tasteTime: createTasteTime({ db: world.db, clock, media: world.media, loved: world.store.listRows, timeZoneOf }),
    items: world.media.items,
    barsOf: world.media.bars,
    cards: (uids) => world.profiles.cards(uids),
    buddiesOf: world.connections.buddiesOf,
    mustSee: world.connections.mustSee,
    connectedAt: async () => new Date('2026-08-20T10:00:00Z'),
    async pictureOf(uid) {
      const { pictured, named } = await world.privacy.get(uid)
      if (!pictured) return 'off'
      return named ? 'named' : 'unnamed'
    },
    allowHistory: async (uids) => new Set([...(await world.privacy.getMany(uids))].flatMap(([uid, { history }]) => (history ? [uid] : []))),
    maySee: world.privacy.maySee,
    sourcesOf: createSourcesStore(world.db).listByUser,
    mayShare: (source) => !closed.has(source),
    percents: async (_viewer, uids) => new Map(percent === null ? [] : uids.map((uid) => [uid, percent ?? 0])),
    shares: async (viewer, uids) => shares.filter(({ to, by }) => to === viewer && uids.includes(by)),
    timeZoneOf,
    mutedAmong: world.mutes.mutedAmong,
  })
})

async function play(uid: Uid, name: string, dates: readonly string[], source: SourceName = 'spotify') {
  const times = dates.map((date) => packPlay(Date.parse(`${date}T12:00:00Z`) / 60_000, 180)).toSorted((a, b) => a - b)
  await world.db
    .transaction()
    .execute((tx) => createPlaysStore(tx).merge({ uid, source }, [{ itemId: ids.get(name) ?? '', times, days: [] }]))
}
const matchBetween = async (viewer = mira, other = anouk) => matchOverTime.parse(await matchTime.between(viewer, other))
const share = (to: Uid, actor: Uid, name: string, at: string) =>
  shares.push({ to, by: actor, itemId: ids.get(name) ?? '', how: 'sent', at: new Date(at), where: CHAT })
const days = (month: string) => Array.from({ length: 12 }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`)

test('the match of a month is from its last week, starting with the month in which they met', async () => {
  const store = createRecapsStore(world.db)
  for (const [week, value] of [
    ['2026-08-24', 12],
    ['2026-09-07', 15],
    ['2026-09-21', 20],
    // The Sunday of this week is in November.
    ['2026-10-26', 30],
  ] as const)
    await store.saveMatches(mira, week, new Map([[anouk, value]]))
  expect(await matchBetween()).toMatchObject({
    state: 'shown',
    connected_at: '2026-08-20T10:00:00.000Z',
    met: 12,
    points: [
      { month: '2026-08-01', percent: 12 },
      { month: '2026-09-01', percent: 20 },
      { month: '2026-10-01', percent: null },
      { month: '2026-11-01', percent: 41 },
    ],
  })
  await sql`delete from weekly_matches where week < '2026-10-01'`.execute(world.db)
  expect(await matchBetween()).toMatchObject({ met: null, points: [{ month: '2026-11-01', percent: 41 }] })
})

test('pictures of the match and names in them are allowed by the buddy, not by the viewer', async () => {
  expect(await matchBetween()).toMatchObject({ picture: 'off' })
  await world.privacy.change(mira, { pictured: true, named: true })
  expect(await matchBetween()).toMatchObject({ picture: 'off' })
  await world.privacy.change(anouk, { named: true })
  expect(await matchBetween()).toMatchObject({ picture: 'off' })
  await world.privacy.change(anouk, { pictured: true, named: false })
  expect(await matchBetween()).toMatchObject({ picture: 'unnamed' })
  await world.privacy.change(anouk, { named: true })
  expect(await matchBetween()).toMatchObject({ picture: 'named' })
  // Without the history of both nothing is shown, so nothing is rendered.
  await world.privacy.change(anouk, { history: false })
  expect(await matchBetween()).toMatchObject({ state: 'theirs_off', picture: 'off' })
})

test('both must allow it, be buddies, and show each other their match', async () => {
  await world.privacy.change(anouk, { history: false })
  expect(await matchBetween()).toEqual({
    state: 'theirs_off',
    connected_at: null,
    met: null,
    points: [],
    bars: [],
    brought: [],
    picture: 'off',
  })
  await world.privacy.change(mira, { history: false })
  expect(await matchBetween()).toMatchObject({ state: 'yours_off', points: [] })
  await world.privacy.change(mira, { history: true })
  await world.privacy.change(anouk, { history: true, match: 'only_me' })
  await expect(matchBetween()).rejects.toMatchObject({ code: 'forbidden' })
  await expect(matchBetween(anouk, mira)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(matchBetween(mira, await world.person('lena'))).rejects.toMatchObject({ code: 'forbidden' })
  await expect(matchBetween(mira, mira)).rejects.toMatchObject({ code: 'not_found' })
})

test('users with a block between them don’t see each other', async () => {
  const [first, second] = [await world.person('jonas'), await world.person('rosa')]
  await world.befriend(first, second)
  for (const uid of [first, second]) await world.privacy.change(uid, { history: true })
  expect(await matchBetween(first, second)).toMatchObject({ state: 'shown' })
  await world.connections.block(second, first)
  await expect(matchBetween(first, second)).rejects.toMatchObject({ code: 'not_found' })
  await expect(matchBetween(second, first)).rejects.toMatchObject({ code: 'not_found' })
})

test('an item is brought by either of the two, with the evidence and the day of the first play', async () => {
  for (const uid of [mira, anouk]) await play(uid, 'Four Tet', ['2026-01-05'])
  share(mira, anouk, 'Kerala', '2026-09-10T10:00:00Z')
  await play(mira, 'Kerala', ['2026-09-12', '2026-09-20'])
  share(anouk, mira, 'Baby', '2026-10-01T10:00:00Z')
  await play(anouk, 'Baby', ['2026-10-02'])
  // Played before it was sent.
  share(mira, anouk, 'Four Tet', '2026-10-10T10:00:00Z')
  const { brought } = await matchBetween()
  expect(brought.map(({ item, by, how, where, played }) => [item.name, by, how, where, played])).toEqual([
    ['Baby', mira, 'sent', CHAT, '2026-10-02'],
    ['Kerala', anouk, 'sent', CHAT, '2026-09-12'],
  ])
})

test('items that the viewer brought buddies need the consent of both, and a match that both show', async () => {
  for (const uid of [mira, anouk]) await play(uid, 'Four Tet', ['2026-01-05'])
  share(anouk, mira, 'Baby', '2026-10-01T10:00:00Z')
  await play(anouk, 'Baby', ['2026-10-02'])
  const brought = async (from: string, to: string) =>
    (await matchTime.broughtBy(mira, [anouk], { from: dayOfDate(from), to: dayOfDate(to) })).map((entry) => [entry.item.name, entry.to])
  expect(await brought('2026-09-28', '2026-10-04')).toEqual([['Baby', anouk]])
  expect(await brought('2026-10-05', '2026-10-11')).toEqual([])
  for (const uid of [mira, anouk]) {
    await world.privacy.change(uid, { history: false })
    expect(await brought('2026-10-01', '2026-10-04')).toEqual([])
    await world.privacy.change(uid, { history: true, match: 'only_me' })
    expect(await brought('2026-10-01', '2026-10-04')).toEqual([])
    await world.privacy.change(uid, { match: 'everyone' })
  }
  closed.add('spotify')
  expect(await brought('2026-10-01', '2026-10-04')).toEqual([])
})

test('"who changed whom" has only items that are still played, and the other user’s plays need the consent of both', async () => {
  const ofNovember = days('2026-11')
  for (const uid of [mira, anouk]) await play(uid, 'Kerala', ['2026-01-05'])
  for (const uid of [mira, anouk]) share(uid, uid === mira ? anouk : mira, 'Baby', '2026-10-01T10:00:00Z')
  for (const uid of [mira, anouk]) for (const name of ['Baby', 'Four Tet']) await play(uid, name, ['2026-10-02', ...ofNovember])
  const changesFor = async () => {
    const { changed_you: mine, you_changed: theirs } = tasteChanges.parse(await matchTime.changes(mira))
    return [mine, theirs].map((all) =>
      all.map(({ person, makers, points, item, bar }) => [person.user_name, makers, points, item.name, bar]),
    )
  }
  const change = ['anouk', 1, 100, 'Four Tet', PRINT_BARS.indexOf('house' satisfies Genre)]
  expect(await changesFor()).toEqual([[change], [change]])
  await world.privacy.change(anouk, { history: false })
  expect(await changesFor()).toEqual([[change], []])
  await world.privacy.change(anouk, { history: true, music: 'only_me' })
  expect(await changesFor()).toEqual([[change], []])
  await world.privacy.change(anouk, { music: 'everyone' })
  closed.add('spotify')
  expect(await changesFor()).toEqual([[change], []])
  closed.clear()
  // Another track of the artist was played before.
  await play(mira, 'Four Tet', ['2026-02-01'])
  expect(await changesFor()).toEqual([[], [change]])
})

test('muted items are left out for the viewer alone', async () => {
  for (const uid of [mira, anouk]) await play(uid, 'Kerala', ['2026-01-05'])
  for (const uid of [mira, anouk]) share(uid, uid === mira ? anouk : mira, 'Baby', '2026-10-01T10:00:00Z')
  for (const uid of [mira, anouk]) for (const name of ['Baby', 'Four Tet']) await play(uid, name, ['2026-10-02', ...days('2026-11')])
  const changesFor = async (viewer: Uid) => {
    const [{ brought }, { changed_you: mine, you_changed: theirs }] = [
      await matchBetween(viewer, viewer === mira ? anouk : mira),
      tasteChanges.parse(await matchTime.changes(viewer)),
    ]
    return [brought.length, mine.length, theirs.length]
  }
  expect(await changesFor(mira)).toEqual([2, 1, 1])
  const { id } = await world.mutes.muteItem(mira, ids.get('Four Tet') ?? '', null)
  expect([await changesFor(mira), await changesFor(anouk)]).toEqual([
    [0, 0, 0],
    [2, 1, 1],
  ])
  await world.mutes.remove(mira, id)
})

test('plays of the other user are shown only as far as that user shows them', async () => {
  for (const uid of [mira, anouk]) await play(uid, 'Four Tet', ['2026-01-05'])
  share(anouk, mira, 'Baby', '2026-10-01T10:00:00Z')
  await play(anouk, 'Baby', ['2026-10-02'])
  const names = async () => (await matchBetween()).brought.map(({ item }) => item.name)
  expect(await names()).toEqual(['Baby'])
  await world.privacy.change(anouk, { music: 'only_me' })
  expect(await names()).toEqual([])
  await world.privacy.change(anouk, { music: 'everyone' })
  await sql`update taste_sources set shown_to = 'only_me' where uid = ${anouk}`.execute(world.db)
  expect(await names()).toEqual([])
  await sql`update taste_sources set shown_to = 'buddies' where uid = ${anouk}`.execute(world.db)
  closed.add('spotify')
  expect(await names()).toEqual([])
  closed.clear()
  await sql`insert into hidden_plays (uid, item_id, hidden_at) values (${anouk}, ${ids.get('Baby')}, now())`.execute(world.db)
  expect(await names()).toEqual([])
})

test('the changed bars are bars that both users play more or less', async () => {
  const store = createRecapsStore(world.db)
  await store.saveMatches(mira, '2026-08-24', new Map([[anouk, 12]]))
  await play(mira, 'Four Tet', [...days('2026-08'), ...days('2026-09'), ...days('2026-10'), ...days('2026-11')])
  await sql`update items set field_bars = '{ambient}' where name = 'Bonobo'`.execute(world.db)
  await play(anouk, 'Four Tet', [...days('2026-10'), ...days('2026-11')])
  await world.loves(anouk, 'listenbrainz', [{ kind: 'artist', name: 'Bonobo', by: null }])
  ids.set('Bonobo', (await sql<{ id: string }>`select id from items where name = 'Bonobo'`.execute(world.db)).rows[0]?.id ?? '')
  await sql`update items set field_bars = '{ambient}' where name = 'Bonobo'`.execute(world.db)
  await play(anouk, 'Bonobo', [...days('2026-08'), ...days('2026-09')], 'listenbrainz')
  const house = PRINT_BARS.indexOf('house' satisfies Genre)
  expect((await matchBetween()).bars).toEqual([{ bar: house, before: 0, now: 100 }])
  await world.privacy.change(anouk, { music: 'only_me' })
  expect((await matchBetween()).bars).toEqual([])
})
