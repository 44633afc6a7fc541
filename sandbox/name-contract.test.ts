import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLastfmClient } from '#server/providers/lastfm/lastfm.client.ts'
import { createListenBrainzClient } from '#server/providers/listenbrainz/listenbrainz.client.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { providerHttp } from '#server/providers/provider-http.ts'
import type { NameProvider, ProviderRow } from '#server/providers/provider.ts'
import { logInAt } from '#sandbox/kit/log-in.ts'
import { queryProblems, schemaProblems, type ProviderSchema } from '#sandbox/kit/provider-schema.ts'
import type { FakeService } from '#sandbox/kit/fake-service.ts'
import { testCatalog } from '#sandbox/kit/test-catalog.ts'
import { startFakeLastfm } from '#sandbox/lastfm/lastfm.fake.ts'
import { startFakeListenBrainz } from '#sandbox/listenbrainz/listenbrainz.fake.ts'

const place = { port: 0, host: '127.0.0.1', data: testCatalog() }
const APP = 'http://127.0.0.1:5999'
const RETURN = `${APP}/__auth/lastfm?state=s`
const userAgent = 'Wavelength/1 (+https://wavelength.example)'
let nowMs = Date.parse('2026-11-01T12:00:00Z')
const now = () => new Date(nowMs)

function schemaOf(name: string): ProviderSchema {
  // Written by hand in exactly this format; the test below fails on any other.
  return JSON.parse(readFileSync(new URL(`../server/providers/${name}/${name}.schema.json`, import.meta.url), 'utf8'))
}

const tokenOf = async (provider: NameProvider, login: string) =>
  (await logInAt(provider.web?.authorizeUrl(RETURN) ?? '', login)).searchParams.get('token') ?? ''
const signIn = async (provider: NameProvider, login: string) => provider.web?.account(await tokenOf(provider, login))

/** Last.fm's list of one entry is that entry itself (see `observed`). */
const singleItem = /\.(?:artist|track): not a list$/

/** All requests and answers on the wire, as the documentation describes them. */
function createWitness(schema: ProviderSchema, nameOf: (url: URL) => string) {
  const problems: string[] = []
  const seen = new Set<string>()
  const agents = new Set<string | undefined>()
  const http = {
    ...providerHttp,
    fetch: async (...given: Parameters<typeof fetch>) => {
      const response = await fetch(...given)
      const url = new URL(response.url)
      const name = `GET ${nameOf(url)}`
      const call = schema.calls[name]
      seen.add(name)
      agents.add(new Headers(given[1]?.headers).get('user-agent') ?? undefined)
      if (!call) problems.push(`${name}: not a call of the documentation`)
      else if (response.status !== 204) {
        const body: unknown = await response.clone().json()
        const found = [
          ...queryProblems(url.searchParams, call.query),
          ...schemaProblems(body, response.ok ? call.answer : schema.error, schema.schemas),
        ]
        problems.push(...found.filter((problem) => !singleItem.test(problem)).map((problem) => `${name} ${problem}`))
      }
      return response
    },
  }
  return { http, problems, seen, agents }
}

async function readAll(provider: NameProvider, name: string) {
  const rows: ProviderRow[] = []
  const pages: Record<string, number> = {}
  for (const list of provider.lists) {
    let from: string | null = null
    do {
      const page = await provider.page(name, list.name, from)
      rows.push(...page.rows)
      pages[list.name] = (pages[list.name] ?? 0) + 1
      from = page.next
    } while (from !== null)
  }
  return { rows, pages }
}
const best = (rows: readonly ProviderRow[], range: ProviderRow['range'], kind: string) =>
  rows.filter((row) => row.range === range && row.kind === kind)

describe('ListenBrainz', () => {
  const schema = schemaOf('listenbrainz')
  const witness = createWitness(schema, ({ pathname }) => pathname.split('/').at(-1) ?? '')
  let fakeService: FakeService
  let client: NameProvider
  beforeAll(async () => {
    fakeService = await startFakeListenBrainz({ ...place, now: () => nowMs })
    client = createListenBrainzClient({ origin: fakeService.origin, now, http: witness.http, pageSize: 10, userAgent })
  })
  afterAll(() => fakeService.close())

  test('every request and answer of a sync is as documented, and identifies the user', async () => {
    expect(await client.account('Mira')).toEqual({ id: 'mira', name: 'Mira' })
    expect(await client.ownerOf?.('token-of-Mira')).toBe('mira')
    const { rows, pages } = await readAll(client, 'Mira')
    expect(witness.problems).toEqual([])
    expect([...witness.seen].toSorted()).toEqual(Object.keys(schema.calls).toSorted())
    expect([...witness.agents]).toEqual([userAgent])
    expect(pages['artists_all_time']).toBeGreaterThan(1)
    expect(best(rows, 'all_time', 'artist')[0]).toMatchObject({ rank: 1, weight: 1 })
    const weights = best(rows, 'all_time', 'artist').map(({ weight }) => weight)
    expect(weights).toEqual(weights.toSorted((a, b) => b - a))
    for (const range of ['4_weeks', '6_months', 'recent'] as const) expect(rows.some((row) => row.range === range)).toBe(true)
  })

  test('statistics that are not computed yet are an empty list, and recent plays are still read', async () => {
    const { rows } = await readAll(client, 'no-statistics')
    expect(new Set(rows.map(({ range }) => range))).toEqual(new Set(['recent']))
  })

  test('an unknown name and an invalid token belong to no account', async () => {
    await expect(client.account('nobody')).rejects.toMatchObject({ kind: 'unknown' })
    expect(await client.ownerOf?.('something')).toBeNull()
    expect(witness.problems).toEqual([])
  })

  test('stops before the rate limit: when the headers say that nothing remains, no request is sent until it resets', async () => {
    const strict = await startFakeListenBrainz({ ...place, now: () => nowMs, rateLimit: 2 })
    const polite = createListenBrainzClient({ origin: strict.origin, now, userAgent })
    await polite.account('mira')
    await polite.account('jonas')
    await expect(polite.account('lena')).rejects.toMatchObject({ kind: 'wait', retryAfterSeconds: 10 })
    nowMs += 10_000
    expect(await polite.account('lena')).toMatchObject({ id: 'lena' })
    const other = createListenBrainzClient({ origin: strict.origin, now, userAgent })
    await other.account('mira')
    await expect(createListenBrainzClient({ origin: strict.origin, now, userAgent }).account('mira')).rejects.toMatchObject({
      kind: 'wait',
      retryAfterSeconds: 10,
    })
    await strict.close()
  })
})

describe('Last.fm', () => {
  const schema = schemaOf('lastfm')
  const witness = createWitness(schema, ({ searchParams }) => searchParams.get('method') ?? '')
  let fakeService: FakeService
  let client: NameProvider
  const open = (apiKey = 'a key', sharedSecret = 'a secret') =>
    createLastfmClient({
      apiKey,
      sharedSecret,
      origin: fakeService.origin,
      pages: fakeService.origin,
      http: witness.http,
      pageSize: 10,
      userAgent,
    })
  beforeAll(async () => {
    const app = { apiKey: 'a key', sharedSecret: 'a secret', redirectOrigins: [APP] }
    fakeService = await startFakeLastfm({ ...place, ...app, now: () => nowMs })
    client = open()
  })
  afterAll(() => fakeService.close())

  test('every request and answer of a sync is as documented, and identifies the user', async () => {
    expect(await client.account('Mira')).toEqual({ id: 'mira', name: 'Mira' })
    const { rows, pages } = await readAll(client, 'Mira')
    expect(await signIn(client, 'Mira')).toEqual({ id: 'mira', name: 'mira' })
    expect(witness.problems).toEqual([])
    expect([...witness.seen].toSorted()).toEqual(Object.keys(schema.calls).toSorted())
    expect([...witness.agents]).toEqual([userAgent])
    expect(pages['artists_overall']).toBeGreaterThan(1)
    expect(best(rows, 'all_time', 'artist')[0]).toMatchObject({ rank: 1, weight: 1 })
    for (const range of ['4_weeks', '6_months', 'saved', 'recent'] as const) expect(rows.some((row) => row.range === range)).toBe(true)
  })

  test('a token proves a name once, to whom it was given, and only with the right signature', async () => {
    const token = await tokenOf(client, 'mira')
    await expect(open('a key', 'another secret').web?.account(token)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await client.web?.account(token)).toMatchObject({ id: 'mira' })
    await expect(client.web?.account(token)).rejects.toMatchObject({ kind: 'reconnect' })
    await expect(client.web?.account('nonsense')).rejects.toMatchObject({ kind: 'reconnect' })
  })

  test('a user who declines is redirected without a token; unregistered callback addresses are rejected', async () => {
    const back = await logInAt(client.web?.authorizeUrl(RETURN) ?? '', 'mira', 'cancel')
    expect([back.searchParams.get('state'), back.searchParams.get('token')]).toEqual(['s', null])
    await expect(logInAt(client.web?.authorizeUrl('https://evil.example/') ?? '', 'mira')).rejects.toThrow('400')
  })

  test('a name can’t be verified without a secret', () => {
    expect(createLastfmClient({ apiKey: 'a key', userAgent }).web).toBeUndefined()
  })

  test('a single entry without brackets is parsed as a list', async () => {
    const first = createLastfmClient({ apiKey: 'a key', origin: fakeService.origin, pageSize: 1, userAgent })
    const page = await first.page('mira', 'artists_overall', null)
    expect(page).toMatchObject({ read: 1, next: expect.stringMatching(/^2\|/) })
  })

  test('an account without plays reads as empty', async () => {
    expect((await readAll(client, 'empty')).rows).toEqual([])
  })

  test.for([
    ['nobody', 'unknown'],
    ['private', 'private'],
  ] as const)('%s can’t be read', async ([name, kind]) => {
    await expect(client.page(name, 'artists_overall', null)).rejects.toMatchObject({ kind })
  })

  test('errors with status 200 are errors', async () => {
    fakeService.failNext({ status: 200, body: '{"error":29,"message":"Rate limit exceeded"}' })
    await expect(client.account('mira')).rejects.toMatchObject({ kind: 'wait', retryAfterSeconds: 60 })
    fakeService.failNext({ status: 200, body: '{"error":26,"message":"Suspended API key"}' })
    await expect(client.account('mira')).rejects.toMatchObject({ kind: 'unavailable', message: 'the application was rejected' })
    await expect(open('another key').account('mira')).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test.for([401, 403, 429, 500, 503])('an error with status %i has the right shape', async (status) => {
    const before = witness.problems.length
    fakeService.failNext({ status })
    await expect(client.account('mira')).rejects.toBeInstanceOf(ProviderError)
    expect(witness.problems.slice(before)).toEqual([])
  })
})
