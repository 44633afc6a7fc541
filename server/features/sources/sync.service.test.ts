import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tasteFrames, type Source } from '#contract/taste/taste.ts'
import { libraryOf } from '#sandbox/kit/library.ts'
import { createExclusionsStore } from './play-exclusions.ts'
import { minuteOf } from './play-times.ts'
import { createPlaysStore } from './plays.ts'
import { catalog } from '#tests/kit/sources.ts'
import { database, world, setUpSources } from '#tests/kit/sources-world.ts'

setUpSources()
afterEach(() => {
  world.spotify.stopFailing()
  world.youtube.stopFailing()
})

const library = (login: string) => libraryOf(login, catalog)
const HOUR_MS = 3_600_000
const byItem = (a: { itemId: string }, b: { itemId: string }) => (a.itemId < b.itemId ? -1 : 1)

/** Source states that the owner's sockets received. */
const receivedStates = (): Source[] =>
  world.hub
    .takeFrames()
    .filter(({ event }) => event === 'source_changed')
    .map(({ data }) => tasteFrames.source_changed.data.parse(data).source)

test('reads a connected account in the background: every item once, the highest weight first', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'mira')
  await world.settle()
  const { artists, tracks } = library('mira')
  const rows = await world.rowsOf(uid, 'spotify')
  const names = (kind: string) => rows.filter((row) => row.kind === kind).map(({ name }) => name)
  expect(names('artist').toSorted()).toEqual(artists.map(({ name }) => name).toSorted())
  expect(names('track').toSorted()).toEqual(tracks.map(({ name }) => name).toSorted())
  expect(rows.filter(({ kind }) => kind === 'artist').map(({ rank }) => rank)).toEqual(artists.map((_, index) => index + 1))
  expect(rows.find(({ name }) => name === artists[0]?.name)).toMatchObject({ rank: 1, weight: 1, ranges: { all_time: 1 } })
  expect(await world.statusOf(uid, 'spotify')).toEqual({
    source: 'spotify',
    status: 'connected',
    account: 'Mira K.',
    progress: null,
    counts: { artists: artists.length, tracks: tracks.length, channels: 0, videos: 0 },
    synced_at: world.clock.now().toISOString(),
    shown_to: 'everyone',
    counts_for_matching: true,
    counts_silently: false,
    may_share: true,
    verified: null,
    proof: null,
    stand_in: true,
  })
})

test('stores the times of recent plays for tracks and their artists, once however often they are read', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'mira.by.day')
  await world.settle()
  for (const source of ['lastfm', 'listenbrainz'] as const) await world.sources.link(uid, source, { name: 'mira.by.day' })
  await world.settle()
  const plays = createPlaysStore(database.db)
  for (const source of ['spotify', 'lastfm', 'listenbrainz'] as const) {
    const read = await plays.find({ uid, source })
    const sum = (kind: string) => read.filter((play) => play.kind === kind).reduce((all, { times }) => all + times.length, 0)
    expect(sum('track')).toBeGreaterThan(0)
    expect(sum('artist')).toBe(sum('track'))
    await world.sources.sync(uid, source)
    await world.settle()
    expect((await plays.find({ uid, source })).toSorted(byItem)).toEqual(read.toSorted(byItem))
  }
})

test("reads artists first, page by page, and reports progress to the owner's devices", async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'progressive')
  world.hub.takeFrames()
  await world.settle()
  const states = receivedStates()
  const readings = states.map(({ progress }) => progress?.reading)
  expect(readings.indexOf('tracks')).toBeGreaterThan(3)
  expect(readings.lastIndexOf('artists')).toBeLessThan(readings.indexOf('tracks'))
  const ofArtists = states.filter(({ progress }) => progress?.reading === 'artists').map(({ progress }) => progress)
  expect(ofArtists.map((artist) => artist?.done ?? 0)).toEqual(ofArtists.map((artist) => artist?.done ?? 0).toSorted((a, b) => a - b))
  expect(ofArtists.at(-1)?.total).toBeGreaterThan(ofArtists.at(-1)?.done ?? Infinity)
  expect(states[0]?.counts.artists).toBe(4)
  expect(states.at(-1)).toMatchObject({ status: 'connected', progress: null })
  // The clock doesn't move, so matching is notified of the first page and the end only.
  expect(world.changed.filter((changed) => changed === uid)).toHaveLength(2)
})

test('YouTube yields channels, liked videos, and music from automatic artist channels', async () => {
  const uid = await world.person()
  await world.connect(uid, 'youtube', 'jonas')
  await world.settle()
  const { channels, topicChannels, likedVideos } = library('jonas')
  const music = likedVideos.filter(({ channel }) => channel.name.endsWith(' - Topic')).length
  expect((await world.statusOf(uid, 'youtube'))?.counts).toEqual({
    artists: topicChannels.length,
    channels: channels.length,
    tracks: music,
    videos: likedVideos.length - music,
  })
  const artists = (await world.rowsOf(uid, 'youtube')).filter(({ kind }) => kind === 'artist').map(({ name }) => name)
  expect(artists.filter((name) => name.includes('Topic'))).toEqual([])
})

test("an artist on Spotify and the artist's YouTube channel are one item", async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'tomas')
  await world.connect(uid, 'youtube', 'tomas')
  await world.settle()
  const { rows } = await sql<{ double: number }>`
    select count(*)::int as double from (
      select name from items where kind = 'artist' and id in (select item_id from taste_rows where uid = ${uid}) group by name having count(*) > 1
    ) as twice
  `.execute(database.db)
  expect(rows[0]?.double).toBe(0)
})

test('waits as long as the provider says after too many requests, then resumes', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'patient')
  world.spotify.failNext({ status: 429, retryAfter: 17, path: '/v1/me/tracks' })
  expect(await world.jobs.runWaiting()).toEqual([0])
  const paused = await world.statusOf(uid, 'spotify')
  expect(paused).toMatchObject({ status: 'syncing', counts: { artists: library('patient').artists.length } })
  world.hub.takeFrames()
  expect(await world.jobs.runWaiting()).toEqual([17])
  expect(receivedStates().filter(({ progress }) => progress?.reading === 'artists')).toEqual([])
  expect((await world.statusOf(uid, 'spotify'))?.counts.tracks).toBe(library('patient').tracks.length)
})

test('a used-up quota preserves the data, and the sync resumes hours later', async () => {
  const uid = await world.person()
  await world.connect(uid, 'youtube', 'thrifty')
  await world.settle()
  await world.sources.sync(uid, 'youtube')
  world.youtube.failNext({ status: 403, reason: 'quotaExceeded', path: '/youtube/' })
  await world.jobs.runWaiting()
  expect(await world.statusOf(uid, 'youtube')).toMatchObject({
    status: 'connected',
    progress: null,
    synced_at: expect.any(String),
  })
  expect(await world.jobs.runWaiting()).toEqual([6 * 3_600])
  expect((await world.statusOf(uid, 'youtube'))?.status).toBe('connected')
  expect(await world.settle()).toEqual([])
})

test('retries with growing delays while a provider is down, then fails; a manual retry works', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'stubborn')
  world.spotify.failNext({ status: 500, times: 100, path: '/v1/me/top' })
  expect(await world.settle()).toEqual([0, 5, 30, 120, 600])
  expect((await world.statusOf(uid, 'spotify'))?.status).toBe('failed')
  world.spotify.stopFailing()
  await world.sources.sync(uid, 'spotify')
  await world.settle()
  expect((await world.statusOf(uid, 'spotify'))?.status).toBe('connected')
})

test.for([
  ['HTML instead of JSON', '<html>Sorry</html>'],
  ['negative counts', '{"items":[],"next":null,"offset":0,"total":-5}'],
  ['a changed field', '{"items":[{"identifier":"x"},{"identifier":"y"}],"next":null,"offset":0,"total":2}'],
])('A37: %s stops the sync, breaks no page and keeps what was read before', async ([name, body]) => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', `odd ${name}`)
  await world.settle()
  const before = await world.rowsOf(uid, 'spotify')
  await world.sources.sync(uid, 'spotify')
  world.spotify.failNext({ status: 200, body: body ?? '', times: 100, path: '/v1/me/top' })
  await world.settle()
  expect((await world.statusOf(uid, 'spotify'))?.status).toBe('failed')
  expect(await world.rowsOf(uid, 'spotify')).toEqual(before)
})

test('A37: a revoked authorization asks the user to reconnect and preserves the data; reconnecting resolves it', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'revoker')
  await world.settle()
  const before = await world.rowsOf(uid, 'spotify')
  world.clock.pass(1_000)
  world.spotify.revoke('revoker')
  await world.sources.sync(uid, 'spotify')
  await world.settle()
  expect((await world.statusOf(uid, 'spotify'))?.status).toBe('reconnect')
  expect(await world.rowsOf(uid, 'spotify')).toEqual(before)
  world.clock.pass(1_000)
  await world.connect(uid, 'spotify', 'revoker')
  await world.settle()
  expect((await world.statusOf(uid, 'spotify'))?.status).toBe('connected')
})

test('renews an expired token repeatedly', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'renewer')
  await world.settle()
  // The fake service accepts each refresh token once: losing the new one would end in `reconnect`.
  for (const _ of [1, 2, 3]) {
    world.clock.pass(2 * HOUR_MS)
    await world.sources.sync(uid, 'spotify')
    await world.settle()
    expect(await world.statusOf(uid, 'spotify')).toMatchObject({ status: 'connected', synced_at: world.clock.now().toISOString() })
  }
})

test('removes items deleted at the provider at the end of the next sync, not before', async () => {
  const uid = await world.person()
  await world.connect(uid, 'youtube', 'cleaner')
  await world.settle()
  const item = await world.sources.list(uid)
  const [gone] = await world.rowsOf(uid, 'youtube')
  await sql`
    insert into items (id, kind, name, name_key, created_at) values ('01900000-0000-7000-8000-000000000001', 'channel', 'Left', 'left', now()) on conflict do nothing
  `.execute(database.db)
  await sql`
    insert into taste_rows (uid, item_id, source, weight, rank) values (${uid}, '01900000-0000-7000-8000-000000000001', 'youtube', 1, 99)
  `.execute(database.db)
  await world.sources.sync(uid, 'youtube')
  expect((await world.rowsOf(uid, 'youtube')).map(({ name }) => name)).toContain('Left')
  await world.settle()
  const names = (await world.rowsOf(uid, 'youtube')).map(({ name }) => name)
  expect(names).not.toContain('Left')
  expect(names).toContain(gone?.name)
  expect((await world.statusOf(uid, 'youtube'))?.counts).toEqual(item.find(({ source }) => source === 'youtube')?.counts)
})

test('syncing an account twice changes nothing', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'lena')
  await world.settle()
  const before = await world.rowsOf(uid, 'spotify')
  await world.sources.sync(uid, 'spotify')
  await world.settle()
  expect(await world.rowsOf(uid, 'spotify')).toEqual(before)
})

test('resumes a crashed sync at the last written page and respects its delay', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'crashed')
  world.spotify.failNext({ status: 429, retryAfter: 40, path: '/v1/me/top/tracks' })
  await world.jobs.runWaiting()
  world.jobs.loseAll()
  world.clock.pass(10_000)
  await world.sources.resume()
  world.hub.takeFrames()
  expect(await world.settle()).toEqual([30])
  expect(receivedStates().filter(({ progress }) => progress?.reading === 'artists')).toEqual([])
  expect((await world.statusOf(uid, 'spotify'))?.status).toBe('connected')
})

test('a superseded job stops: no page is read twice', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'taken over')
  await world.sources.resume()
  expect(world.jobs.count()).toBe(2)
  const { provider } = world.providers.spotify
  const { page } = provider
  const read: string[] = []
  provider.page = (token, list, from) => {
    read.push(`${list} ${from ?? 'start'}`)
    return page(token, list, from)
  }
  await world.settle()
  provider.page = page
  expect(read.length).toBeGreaterThan(10)
  expect(new Set(read).size).toBe(read.length)
})

test('requesting a sync during a sync does not start another', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'impatient')
  await world.sources.sync(uid, 'spotify')
  await world.sources.sync(uid, 'spotify')
  expect(world.jobs.count()).toBe(1)
  await world.settle()
})

test('drops a page that arrives after its account was replaced', async () => {
  const uid = await world.person()
  await world.connect(uid, 'spotify', 'replaced')
  const { provider } = world.providers.spotify
  const { page } = provider
  provider.page = async (...input) => {
    provider.page = page
    const late = await page(...input)
    await world.sources.disconnect(uid, 'spotify')
    await world.connect(uid, 'spotify', 'empty')
    expect(late.rows.length).toBeGreaterThan(0)
    return late
  }
  await world.settle()
  expect(await world.rowsOf(uid, 'spotify')).toEqual([])
  expect(await world.statusOf(uid, 'spotify')).toMatchObject({ status: 'connected', account: 'Nothing played yet' })
})

describe('recent plays', () => {
  beforeEach(async () => void (await sql`delete from people`.execute(database.db)))

  /** The fake listeners play at least one track in this time. */
  const SIX_HOURS_MS = 6 * HOUR_MS
  const read = () => world.sources.readRecentPlays()
  const timesOf = async (uid: string, source: Source['source']) =>
    (await createPlaysStore(database.db).find({ uid, source })).reduce((sum, { times }) => sum + times.length, 0)

  test('are read every two hours between two syncs, and nothing else changes', async () => {
    const uid = await world.person()
    await world.connect(uid, 'spotify', 'mira.between')
    for (const source of ['lastfm', 'listenbrainz'] as const) await world.sources.link(uid, source, { name: 'mira.between' })
    await world.settle()
    const sources = ['spotify', 'lastfm', 'listenbrainz'] as const
    const all = async () => [
      await Promise.all(sources.map((source) => world.statusOf(uid, source))),
      await Promise.all(sources.map((source) => world.rowsOf(uid, source))),
    ]
    const times = () => Promise.all(sources.map((source) => timesOf(uid, source)))
    const [before, first] = [await all(), await times()]
    world.hub.takeFrames()
    world.clock.pass(HOUR_MS)
    await read()
    expect(await times()).toEqual(first)
    world.clock.pass(SIX_HOURS_MS)
    await read()
    const second = await times()
    expect(second.every((count, index) => count > (first[index] ?? 0))).toBe(true)
    await read()
    expect(await times()).toEqual(second)
    expect([await all(), world.hub.takeFrames()]).toEqual([before, []])
  })

  test('of one account that fails do not delay the others, and a busy provider is retried in the next run', async () => {
    const uids = [await world.person(), await world.person()]
    for (const [index, uid] of uids.entries()) await world.connect(uid, 'spotify', `listener${index}`)
    await world.settle()
    const times = () => Promise.all(uids.map((uid) => timesOf(uid, 'spotify')))
    const first = await times()
    world.clock.pass(SIX_HOURS_MS)
    world.spotify.failNext({ status: 429, times: 1_000, path: '/v1/me/player/' })
    await read()
    expect(await times()).toEqual(first)
    world.spotify.stopFailing()
    world.spotify.failNext({ status: 500, times: 1, path: '/v1/me/player/' })
    await read()
    expect((await times()).filter((count, index) => count > (first[index] ?? 0))).toHaveLength(1)
  })

  test('that the account rejects start a sync, which requests a reconnect', async () => {
    const uid = await world.person()
    await world.connect(uid, 'spotify', 'rejected.later')
    await world.settle()
    world.spotify.revoke('rejected.later')
    world.clock.pass(SIX_HOURS_MS)
    await read()
    await world.settle()
    expect(await world.statusOf(uid, 'spotify')).toMatchObject({ status: 'reconnect' })
  })

  test('of a private session are not stored', async () => {
    const uid = await world.person()
    await world.connect(uid, 'spotify', 'private')
    await world.settle()
    world.clock.pass(60_000)
    const minute = Math.floor(world.clock.now().getTime() / 60_000)
    await createExclusionsStore(database.db).add(uid, 'private', [{ itemId: null, from: minute, to: minute + 300 }], world.clock.now())
    world.clock.pass(SIX_HOURS_MS)
    await read()
    const minutes = (await createPlaysStore(database.db).find({ uid, source: 'spotify' })).flatMap(({ times }) => times.map(minuteOf))
    expect(Math.max(...minutes)).toBeLessThan(minute)
  })
})

test('a sync that a user starts runs before scheduled ones that wait', async () => {
  const [anna, ben] = [await world.person(), await world.person()]
  await world.connect(anna, 'spotify', 'anna')
  await world.connect(ben, 'spotify', 'ben')
  await world.settle()
  await world.sources.start(anna, 'spotify')
  await world.sources.sync(ben, 'spotify')
  world.hub.takeFrames()
  await world.settle()
  const frames = world.hub.takeFrames().filter(({ event }) => event === 'source_changed')
  const done = frames.filter(({ data }) => tasteFrames.source_changed.data.parse(data).source.status === 'connected')
  expect([...new Set(done.map(({ uid }) => uid))]).toEqual([ben, anna])
})
