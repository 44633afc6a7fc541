import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testCatalog } from '#sandbox/kit/test-catalog.ts'
import type { FakeService } from '#sandbox/kit/fake-service.ts'
import { startFakeMusicBrainz, type KnownArtist } from '#sandbox/musicbrainz/musicbrainz.fake.ts'
import { createPublicFetch } from '#server/providers/outside-fetch.ts'
import { publicHttp } from '#server/providers/provider-http.ts'
import { createMusicBrainzTags } from './musicbrainz.tags.ts'

const data = testCatalog()
const also: KnownArtist[] = [
  {
    name: 'Nirvana',
    aliases: ['ニルヴァーナ'],
    tags: [
      { name: 'rock', count: 20 },
      { name: 'grunge', count: 44 },
      { name: 'seen live', count: 0 },
    ],
  },
  { name: 'Nirvana', tags: [{ name: 'psychedelic rock', count: 6 }] },
  { name: 'Nirvana 2002', tags: [{ name: 'death metal', count: 90 }] },
  { name: 'Ghost', tags: [{ name: 'metal', count: 8 }] },
  { name: 'Ghost', tags: [{ name: 'folk', count: 7 }] },
  { name: 'Quiet', tags: [] },
  { name: 'The "Quoted" \\ Ones', tags: [{ name: 'punk', count: 2 }] },
]
let nowMs = 0
let fakeService: FakeService
beforeAll(async () => {
  fakeService = await startFakeMusicBrainz({ data, port: 0, host: '127.0.0.1', also, betweenMs: 1_000, now: () => nowMs })
})
afterAll(() => fakeService.close())
beforeEach(() => {
  nowMs += 1_000
})

const getTags = (name: string, userAgent = 'Wavelength/1 (ada@wavelength.example)') =>
  createMusicBrainzTags({ origin: fakeService.origin, userAgent })(name)
const wordsFor = async (name: string) => (await getTags(name)).map((tag) => tag.name)

test('returns the tags of an artist, the one with most votes first', async () => {
  const artist = data.artists.find(({ genres }) => genres.length > 0)!
  expect((await getTags(artist.name))[0]).toEqual({ name: artist.genres[0]!.replaceAll('-', ' '), count: 12 })
})

test('among artists of the same name, chooses the one with nearly all votes; a longer name is a different artist', async () => {
  expect(await wordsFor('nirvana')).toEqual(['grunge', 'rock'])
})

test('artists with the same name and similar tags get none', async () => {
  expect(await wordsFor('Ghost')).toEqual([])
})

test('an artist is found by an alias, too', async () => {
  expect(await wordsFor('ニルヴァーナ')).toEqual(['grunge', 'rock'])
})

test('special characters in a name are literal', async () => {
  expect(await wordsFor('The "Quoted" \\ Ones')).toEqual(['punk'])
})

test('unknown artists and artists without tags have none', async () => {
  expect(await wordsFor('No Such Artist')).toEqual([])
  nowMs += 1_000
  expect(await wordsFor('Quiet')).toEqual([])
})

test('a second request within a second has to wait', async () => {
  await getTags('Quiet')
  await expect(getTags('Quiet')).rejects.toMatchObject({ kind: 'wait', retryAfterSeconds: 60 })
})

test('a client without contact details is rejected, and a response of an unexpected shape counts as empty', async () => {
  await expect(getTags('Quiet', 'curl/8')).rejects.toMatchObject({ kind: 'unavailable', logFields: { status: 403 } })
  nowMs += 1_000
  fakeService.failNext({ status: 200, body: '{"artists":[{"name":7}]}' })
  await expect(getTags('Quiet')).rejects.toMatchObject({ kind: 'malformed' })
})

test('A26: never requests a host with a private address; a public one gets our user agent', async () => {
  const inside = createPublicFetch({ resolve: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) })
  const userAgent = 'Wavelength/1 (ada@wavelength.example)'
  await expect(createMusicBrainzTags({ http: publicHttp(inside), userAgent })('Quiet')).rejects.toMatchObject({ kind: 'unavailable' })
  const requests: { url: string; headers: Record<string, string> }[] = []
  const http = publicHttp(async (url, { headers }) => {
    requests.push({ url, headers })
    return Response.json({ artists: [] })
  })
  expect(await createMusicBrainzTags({ http, userAgent })('Quiet')).toEqual([])
  expect(requests.map(({ url }) => new URL(url).origin)).toEqual(['https://musicbrainz.org'])
  expect(requests[0]?.headers).toEqual({ accept: 'application/json', 'user-agent': userAgent })
})
