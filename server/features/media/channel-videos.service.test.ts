import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createLogs } from '#server/platform/observability/log.ts'
import type { Database } from '#server/platform/db/database.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { PublicVideo } from '#server/providers/youtube/youtube.types.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { manualClock } from '#tests/kit/people.ts'
import { createChannelVideos, type ChannelVideos, type VideoReaders } from './channel-videos.service.ts'
import { createMedia } from './media.service.ts'

const VIEWER = '0197a0f0-0000-7000-8000-000000000001'
const OTHER = '0197a0f0-0000-7000-8000-000000000002'
const CHANNEL = 'UC_unknown_to_catalogue_'
const HOUR = 3_600_000
const DAY = 24 * HOUR

let database: Database
let clock: ReturnType<typeof manualClock>
let videos: ChannelVideos
/** The reader's next results by channel; an error makes it fail. */
let readerResults: Map<string, PublicVideo[] | null | ProviderError>
let requests: string[]
const log = createLogs({ filter: 'off', pretty: false })('media')

const reader: VideoReaders['channel'][number] = async (channelId) => {
  requests.push(channelId)
  const next = readerResults.get(channelId)
  if (next instanceof ProviderError) throw next
  return next ?? null
}
const withReaders = (readers: VideoReaders) => createChannelVideos({ db: database.db, clock, readers, log })

beforeAll(async () => {
  database = await testDatabase()
  clock = manualClock()
  await createMedia({ db: database.db, clock, newId: () => crypto.randomUUID() }).seedStarter()
})
beforeEach(() => {
  clock = manualClock()
  readerResults = new Map()
  requests = []
  videos = withReaders({ channel: [reader], video: null })
})
afterEach(async () => {
  await videos.idle()
  await database.script('delete from channel_videos; delete from video_facts')
})
afterAll(() => database.close())

const bunny = { videoId: 'YE7VzlLtp-4', title: 'Big Buck Bunny', durationMs: 596_000 }
const sintel = { videoId: 'eRsGyueVLvQ', title: 'Sintel' }
const titles = (found: { title: string }[]) => found.map(({ title }) => title)
const failure = (kind: 'quota' | 'unavailable') => new ProviderError(kind, 'no', {})

test('returns videos with the names of the spec and thumbnails at our own address', async () => {
  readerResults.set(CHANNEL, [bunny])
  expect(await videos.videosOf(VIEWER, CHANNEL)).toEqual([
    { video_id: 'YE7VzlLtp-4', thumbnail_url: '/art/youtube/YE7VzlLtp-4', title: 'Big Buck Bunny', duration_ms: 596_000 },
  ])
})

test('does not read YouTube again within six hours', async () => {
  readerResults.set(CHANNEL, [bunny])
  await videos.videosOf(VIEWER, CHANNEL)
  clock.pass(6 * HOUR - 1)
  await videos.videosOf(OTHER, CHANNEL)
  expect(requests).toEqual([CHANNEL])
})

test('returns older videos at once and refreshes them in the background', async () => {
  readerResults.set(CHANNEL, [bunny])
  await videos.videosOf(VIEWER, CHANNEL)
  clock.pass(7 * HOUR)
  readerResults.set(CHANNEL, [sintel, bunny])
  expect(titles(await videos.videosOf(VIEWER, CHANNEL))).toEqual(['Big Buck Bunny'])
  await videos.idle()
  expect(titles(await videos.videosOf(VIEWER, CHANNEL))).toEqual(['Sintel', 'Big Buck Bunny'])
  expect(requests).toHaveLength(2)
})

test('a hundred concurrent viewers of a channel cause one request', async () => {
  readerResults.set(CHANNEL, [bunny])
  const all = await Promise.all(Array.from({ length: 100 }, (_, index) => videos.videosOf(`viewer ${index}`, CHANNEL)))
  expect([new Set(all.map((found) => found.length)), requests]).toEqual([new Set([1]), [CHANNEL]])
})

test('reads the public feed while the daily quota is used up', async () => {
  videos = withReaders({ channel: [async () => Promise.reject(failure('quota')), reader], video: null })
  readerResults.set(CHANNEL, [bunny])
  expect(titles(await videos.videosOf(VIEWER, CHANNEL))).toEqual(['Big Buck Bunny'])
})

test('returns older videos while YouTube is down, for at most 30 days', async () => {
  readerResults.set(CHANNEL, [bunny])
  await videos.videosOf(VIEWER, CHANNEL)
  readerResults.set(CHANNEL, failure('unavailable'))
  clock.pass(28 * DAY)
  expect(titles(await videos.videosOf(VIEWER, CHANNEL))).toEqual(['Big Buck Bunny'])
  clock.pass(2 * DAY)
  await expect(videos.videosOf(VIEWER, CHANNEL)).rejects.toMatchObject({ code: 'provider_unavailable' })
})

test("returns the catalog's videos when no reader answers", async () => {
  const { id, name } = await addCatalogItem('channel', 'video')
  readerResults.set(id, failure('unavailable'))
  const found = await videos.videosOf(VIEWER, id)
  expect({ name, isSome: found.length > 0 }).toEqual({ name, isSome: true })
  expect(found.every(({ thumbnail_url, video_id }) => thumbnail_url === `/art/youtube/${video_id}`)).toBe(true)
})

test("returns the artist's tracks for an automatic channel", async () => {
  const { id } = await addCatalogItem('artist', 'track')
  readerResults.set(id, failure('unavailable'))
  expect((await videos.videosOf(VIEWER, id)).length).toBeGreaterThan(0)
})

test('a missing channel has no videos and is not requested again', async () => {
  expect(await videos.videosOf(VIEWER, CHANNEL)).toEqual([])
  expect(await videos.videosOf(VIEWER, CHANNEL)).toEqual([])
  expect(requests).toEqual([CHANNEL])
})

test('limits a viewer who opens many channels without affecting others', async () => {
  const codes: string[] = []
  for (let index = 0; index < 70; index++) {
    const channelId = `UC${String(index).padStart(22, '0')}`
    codes.push(
      await videos.videosOf(VIEWER, channelId).then(
        () => 'fine',
        (error: { code: string }) => error.code,
      ),
    )
  }
  expect(codes.slice(58, 62)).toEqual(['fine', 'fine', 'rate_limited', 'rate_limited'])
  expect(requests).toHaveLength(60)
  await expect(videos.videosOf(OTHER, `UC${'9'.repeat(22)}`)).resolves.toEqual([])
  clock.pass(HOUR)
  await expect(videos.videosOf(VIEWER, `UC${'8'.repeat(22)}`)).resolves.toEqual([])
})

test('deletes videos read a month ago', async () => {
  readerResults.set(CHANNEL, [bunny])
  await videos.videosOf(VIEWER, CHANNEL)
  clock.pass(28 * DAY)
  await videos.deleteExpired()
  expect(await rows()).toBe(1)
  clock.pass(2 * DAY)
  await videos.deleteExpired()
  expect(await rows()).toBe(0)
})

test("finds a video's channel in the catalog, else at YouTube once a month, else it is unknown", async () => {
  let lookups = 0
  const details = { title: 'Too Sweet', channelId: CHANNEL, channelName: 'Hozier' }
  videos = withReaders({ channel: [], video: async (id) => (lookups++, id === 'aezstCBHOPQ' ? details : null) })
  const cataloged = await addCatalogItem('channel', 'video')
  expect(await videos.detailsOf(VIEWER, cataloged.videoId)).toMatchObject({ channel_id: cataloged.id, channel_name: cataloged.name })
  expect(lookups).toBe(0)
  const answer = { video_id: 'aezstCBHOPQ', title: 'Too Sweet', channel_id: CHANNEL, channel_name: 'Hozier' }
  expect(await videos.detailsOf(VIEWER, 'aezstCBHOPQ')).toEqual(answer)
  expect(await videos.detailsOf(OTHER, 'aezstCBHOPQ')).toEqual(answer)
  const empty = { video_id: '00000000000', title: null, channel_id: null, channel_name: null }
  expect([await videos.detailsOf(VIEWER, '00000000000'), await videos.detailsOf(VIEWER, '00000000000')]).toEqual([empty, empty])
  expect(lookups).toBe(2)
  videos = withReaders({ channel: [], video: null })
  expect(await videos.detailsOf(VIEWER, '11111111111')).toMatchObject({ title: null, channel_id: null })
})

async function rows(): Promise<number> {
  return (await sql<{ count: number }>`select count(*)::int as count from channel_videos`.execute(database.db)).rows[0]!.count
}

/** A creator of the starter catalog with videos. */
async function addCatalogItem(kind: 'channel' | 'artist', made: 'video' | 'track') {
  const { rows: found } = await sql<{ id: string; name: string; videoId: string }>`
    select maker.youtube_id as id, maker.name, made.youtube_id as "videoId" from items maker join items made on made.by_key = maker.name_key
    where maker.kind = ${kind} and made.kind = ${made} and maker.youtube_id is not null and made.youtube_id is not null
    order by maker.known_rank limit 1`.execute(database.db)
  return found[0]!
}
