import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProviderError } from '#server/providers/provider-error.ts'
import { providerHttp } from '#server/providers/provider-http.ts'
import type { ProviderRow, TasteProvider } from '#server/providers/provider.ts'
import { createSpotifyClient, SPOTIFY_SCOPES } from '#server/providers/spotify/spotify.client.ts'
import { createYouTubeClient, YOUTUBE_SCOPE } from '#server/providers/youtube/youtube.client.ts'
import { createYouTubePublic } from '#server/providers/youtube/youtube.public.ts'
import { logInAt } from '#sandbox/kit/log-in.ts'
import { queryProblems, schemaProblems, type ProviderSchema } from '#sandbox/kit/provider-schema.ts'
import type { FakeService } from '#sandbox/kit/fake-service.ts'
import { testCatalog } from '#sandbox/kit/test-catalog.ts'
import { startFakeSpotify } from '#sandbox/spotify/spotify.fake.ts'
import { startFakeYouTube } from '#sandbox/youtube/youtube.fake.ts'

const APP = 'http://127.0.0.1:5999'
const options = { port: 0, host: '127.0.0.1', clientId: 'test-client', redirectOrigins: [APP], data: testCatalog() }
const client = { clientId: 'test-client', now: () => new Date(), pageSize: 5 }

function requirePresent<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the test catalog is incomplete')
  return value
}

function schemaOf(name: string): ProviderSchema {
  // Written in exactly this type by tools/provider-schemas.ts.
  return JSON.parse(readFileSync(new URL(`../server/providers/${name}/${name}.schema.json`, import.meta.url), 'utf8'))
}

/** All requests and answers of the API, as the published description defines them. */
function createWitness(schema: ProviderSchema) {
  const problems: string[] = []
  const seen = new Set<string>()
  const http = {
    ...providerHttp,
    fetch: async (...given: Parameters<typeof fetch>) => {
      const response = await fetch(...given)
      const url = new URL(response.url)
      const name = `${given[1]?.method ?? 'GET'} ${url.pathname}`
      if (!/^\/(v1|youtube)\//.test(url.pathname)) return response
      const call = schema.calls[name]
      seen.add(name)
      if (!call) problems.push(`${name}: not a call of the published description`)
      else {
        const body: unknown = await response.clone().json()
        const found = [
          ...queryProblems(url.searchParams, call.query),
          ...schemaProblems(body, response.ok ? call.answer : schema.error, schema.schemas),
        ]
        problems.push(...found.map((problem) => `${name} ${problem}`))
      }
      return response
    },
  }
  return { http, problems, seen }
}

async function connect(provider: TasteProvider, login: string) {
  const verifier = randomBytes(48).toString('base64url')
  const redirectUri = `${APP}/__auth/${provider.source}`
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const back = await logInAt(provider.authorizeUrl({ redirectUri, state: 'state', challenge }), login)
  return provider.exchangeCode({ code: back.searchParams.get('code') ?? '', verifier, redirectUri })
}

/** Every page of every list, as a sync reads them. */
async function readAll(provider: TasteProvider, accessToken: string) {
  const lists: Record<string, { rows: ProviderRow[]; read: number; total: number | null; pages: number }> = {}
  for (const { name } of provider.lists) {
    const list = { rows: [] as ProviderRow[], read: 0, total: null as number | null, pages: 0 }
    let from: string | null = null
    do {
      const page = await provider.page(accessToken, name, from)
      list.rows.push(...page.rows)
      list.read += page.read
      list.total = page.total
      list.pages += 1
      from = page.next
    } while (from !== null)
    lists[name] = list
  }
  return lists
}

describe('Spotify', () => {
  const schema = schemaOf('spotify')
  const witness = createWitness(schema)
  let fakeService: FakeService
  let spotify: TasteProvider

  beforeAll(async () => {
    fakeService = await startFakeSpotify({ ...options, clientSecret: null })
    spotify = createSpotifyClient({
      ...client,
      clientSecret: null,
      origins: { accounts: fakeService.origin, api: fakeService.origin },
      http: witness.http,
    })
  })
  afterAll(() => fakeService.close())

  test('every request and answer of a sync matches the published description', async () => {
    const { accessToken } = await connect(spotify, 'mira')
    expect(await spotify.account(accessToken)).toEqual({ id: expect.stringMatching(/^\w{10}$/), name: 'Mira K.' })
    const lists = await readAll(spotify, accessToken)
    expect(witness.problems).toEqual([])
    expect([...witness.seen].toSorted()).toEqual(Object.keys(schema.calls).toSorted())
    for (const [name, { read, total }] of Object.entries(lists)) expect({ name, read }).toEqual({ name, read: total })
    expect(lists['top_artists_all_time']?.pages).toBeGreaterThan(1)
    expect(lists['followed_artists']?.pages).toBeGreaterThan(1)
  })

  test('an account without plays returns an empty list in the documented shape', async () => {
    const { accessToken } = await connect(spotify, 'empty')
    const lists = await readAll(spotify, accessToken)
    expect(Object.values(lists).flatMap(({ rows }) => rows)).toEqual([])
    expect(witness.problems).toEqual([])
  })

  test.for([401, 403, 429, 500])('an error with status %i has the shape of a Spotify error', async (status) => {
    const { accessToken } = await connect(spotify, 'mira')
    fakeService.failNext({ status, path: '/v1/', reason: 'QUOTA_EXCEEDED' })
    await expect(spotify.account(accessToken)).rejects.toThrow(ProviderError)
    expect(witness.problems).toEqual([])
  })

  test('the scopes we ask for are the ones our calls need', () => {
    const needed = new Set(Object.values(schema.calls).flatMap(({ scopes }) => scopes))
    expect([...SPOTIFY_SCOPES].toSorted()).toEqual([...needed].toSorted())
  })

  test('an artist who is not at Spotify never appears there', async () => {
    const atSpotify = new Set(testCatalog().artists.flatMap(({ spotify_id, name }) => (spotify_id ? [name] : [])))
    const lists = await readAll(spotify, (await connect(spotify, 'a stranger')).accessToken)
    const artists = Object.values(lists)
      .flatMap(({ rows }) => rows)
      .filter(({ kind }) => kind === 'artist')
    expect(artists.length).toBeGreaterThan(0)
    expect(artists.filter(({ name }) => !atSpotify.has(name))).toEqual([])
  })
})

describe('YouTube', () => {
  const schema = schemaOf('youtube')
  const witness = createWitness(schema)
  let fakeService: FakeService
  let youtube: TasteProvider

  beforeAll(async () => {
    fakeService = await startFakeYouTube({ ...options, clientSecret: 'a secret', apiKey: 'a key' })
    const origins = { accounts: fakeService.origin, tokens: fakeService.origin, api: fakeService.origin }
    youtube = createYouTubeClient({ ...client, clientSecret: 'a secret', origins, http: witness.http })
  })
  afterAll(() => fakeService.close())

  test('every request and answer of a sync matches the published description', async () => {
    const { accessToken } = await connect(youtube, 'mira')
    expect(await youtube.account(accessToken)).toEqual({ id: expect.stringMatching(/^UC/), name: 'Mira K.' })
    const lists = await readAll(youtube, accessToken)
    expect(witness.problems).toEqual([])
    expect([...witness.seen].toSorted()).toEqual(Object.keys(schema.calls).toSorted())
    for (const [name, { read, total, pages }] of Object.entries(lists)) {
      expect({ name, read }).toEqual({ name, read: total })
      expect(pages).toBeGreaterThan(1)
    }
    const kinds = new Set(Object.values(lists).flatMap(({ rows }) => rows.map(({ kind }) => kind)))
    expect([...kinds].toSorted()).toEqual(['artist', 'channel', 'track', 'video'])
  })

  test('every part of every resource has the documented shape, also parts that we don’t request yet', async () => {
    const { accessToken } = await connect(youtube, 'mira')
    const [first] = testCatalog().channels
    const requests = [
      `channels?part=snippet,contentDetails,statistics&id=${first?.youtube_id}`,
      `playlistItems?part=snippet,contentDetails&maxResults=1&playlistId=UU${first?.youtube_id.slice(2)}`,
      `videos?part=snippet,contentDetails,status,statistics&id=${first?.videos[0]?.youtube_id}`,
    ]
    for (const request of requests) {
      const response = await witness.http.fetch(`${fakeService.origin}/youtube/v3/${request}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      })
      expect(await response.json()).toMatchObject({ items: [expect.anything()] })
    }
    expect(witness.problems).toEqual([])
  })

  test('a user without a channel has an account without a name and entries', async () => {
    const { accessToken } = await connect(youtube, 'empty')
    expect(await youtube.account(accessToken)).toEqual({ id: null, name: null })
    const lists = await readAll(youtube, accessToken)
    expect(Object.values(lists).flatMap(({ rows }) => rows)).toEqual([])
    expect(witness.problems).toEqual([])
  })

  test.for([401, 403, 429, 500])('an error with status %i has the shape of an error of Google’s APIs', async (status) => {
    const { accessToken } = await connect(youtube, 'mira')
    fakeService.failNext({ status, path: '/youtube/' })
    await expect(youtube.account(accessToken)).rejects.toThrow(ProviderError)
    expect(witness.problems).toEqual([])
  })

  test('the videos of a channel are read with a key alone, in shape, newest first, and cost three calls', async () => {
    const open = createYouTubePublic({ apiKey: 'a key', origin: fakeService.origin, http: witness.http })
    const { youtube_id: id, videos } = requirePresent(testCatalog().channels[0])
    const found = await open.videosOf(id)
    expect(found?.[0]).toEqual({ videoId: videos[0]?.youtube_id, title: videos[0]?.name, durationMs: expect.any(Number) })
    expect(found?.length).toBeGreaterThan(5)
    expect(await open.video(requirePresent(found?.[3]).videoId)).toEqual({
      title: found?.[3]?.title,
      channelId: id,
      channelName: 'Channel 0',
    })
    expect(witness.problems).toEqual([])
  })

  test('an artist’s automatic channel has the artist’s name; a missing channel or video is left out', async () => {
    const open = createYouTubePublic({ apiKey: 'a key', origin: fakeService.origin, http: witness.http })
    const found = await open.videosOf(requirePresent(testCatalog().artists[0]?.topic_channel_id))
    expect(await open.video(requirePresent(found?.[0]).videoId)).toMatchObject({ channelName: 'Artist 0' })
    expect([await open.videosOf(`UC${'0'.repeat(22)}`), await open.video('0'.repeat(11))]).toEqual([null, null])
    expect(witness.problems).toEqual([])
  })

  test('the key gives no access to account data, and a wrong key gives no access at all', async () => {
    const get = (resource: string, key: string) =>
      witness.http
        .fetch(`${fakeService.origin}/youtube/v3/${resource}`, { headers: { 'x-goog-api-key': key } })
        .then(({ status }) => status)
    expect(await get('subscriptions?part=snippet&mine=true', 'a key')).toBe(401)
    expect(await get('channels?part=snippet&mine=true', 'a key')).toBe(401)
    expect(await get('channels?part=snippet&id=UC', 'another key')).toBe(403)
    expect(witness.problems).toEqual([])
  })

  test('the scope we ask for is enough for our calls', () => {
    expect(Object.values(schema.calls).map(({ scopes }) => scopes)).toEqual(Object.keys(schema.calls).map(() => [YOUTUBE_SCOPE]))
  })
})

test('the check sees an invented field, a missing one, a wrong type and a value out of its limits', () => {
  const schemas: ProviderSchema['schemas'] = {
    Item: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string' }, count: { type: 'integer', minimum: 0 }, when: { type: 'string', format: 'date-time' } },
    },
  }
  const problems = (value: unknown) => schemaProblems(value, { type: 'array', items: { ref: 'Item' } }, schemas)
  expect(problems([{ id: 'a', count: 1, when: '2026-11-20T10:00:00Z' }])).toEqual([])
  expect(problems([{ id: 'a', popularity: 3 }])).toEqual(['[0].popularity: unknown field'])
  expect(problems([{ count: 1 }])).toEqual(['[0].id: missing'])
  expect(problems([{ id: null, count: -1, when: 'yesterday' }])).toEqual(['[0].id: null', '[0].count: below 0', '[0].when: not a time'])
  expect(
    queryProblems(new URLSearchParams('limit=51&page=2'), {
      limit: { type: 'integer', maximum: 50 },
      type: { type: 'string', required: true },
    }),
  ).toEqual(['?type: missing', '?limit: above 50', '?page: unknown parameter'])
})
