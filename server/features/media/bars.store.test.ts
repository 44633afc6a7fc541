import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogs } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { manualClock } from '#tests/kit/people.ts'
import { createBars } from './bars.service.ts'
import { barsOfTags } from './bars.service.ts'
import { createMedia } from './media.service.ts'

const log = createLogs({ filter: 'off', pretty: false })('media')
const clock = manualClock()
const DAY_MS = 24 * 3_600_000
type Tag = { name: string; count: number }
let database: Awaited<ReturnType<typeof testDatabase>>
let media: ReturnType<typeof createMedia>
const changed: string[][] = []
const requests: string[] = []
const tagsByName: Record<string, Tag[]> = {
  Alpha: [
    { name: 'Trip-Hop', count: 100 },
    { name: 'seen live', count: 90 },
    { name: 'jazz', count: 60 },
    { name: 'metal', count: 5 },
  ],
  Beta: [],
}

beforeAll(async () => {
  database = await testDatabase()
  media = createMedia({ db: database.db, clock, newId: randomUUID })
}, 60_000)
afterAll(() => database.close())

const readFrom = (words: Record<string, Tag[]>) => async (artist: string) => {
  requests.push(artist)
  const tags = words[artist]
  if (!tags) throw new Error('the directory does not answer')
  return tags
}
const bars = () =>
  createBars({
    db: database.db,
    clock,
    log,
    pause: async () => undefined,
    onBarsChanged: async (ids) => void changed.push([...ids]),
    directories: [{ read: readFrom(tagsByName), betweenMs: 300 }],
  })
const barsOf = async (id: string) => {
  const found = (await media.attributes([id])).get(id)?.bars
  expect((await media.bars([id])).get(id) ?? []).toEqual(found ?? [])
  return found
}

test('maps frequent tags to bars in any spelling and ignores other tags', () => {
  expect(barsOfTags(tagsByName['Alpha']!)).toEqual(['electronic', 'jazz'])
  expect(
    barsOfTags([
      { name: 'Hip Hop', count: 10 },
      { name: 'R&B', count: 9 },
      { name: 'favorites', count: 100 },
    ]),
  ).toEqual([])
  expect(
    barsOfTags([
      { name: 'Hip Hop', count: 10 },
      { name: 'R&B', count: 9 },
    ]),
  ).toEqual(['hip-hop', 'rnb'])
  expect(barsOfTags([])).toEqual([])
})

test('looks up unknown artists regularly, and their tracks inherit the result', async () => {
  const [alpha = '', song = '', beta = '', gamma = '', sure = ''] = await media.resolve([
    { kind: 'artist', name: 'Alpha' },
    { kind: 'track', name: 'Song', by: 'Alpha' },
    { kind: 'artist', name: 'Beta' },
    { kind: 'artist', name: 'Gamma' },
    { kind: 'artist', name: 'Sure', bars: ['folk'] },
  ])
  await bars().update()
  expect([await barsOf(alpha), await barsOf(song), await barsOf(beta), await barsOf(gamma), await barsOf(sure)]).toEqual([
    ['electronic', 'jazz'],
    ['electronic', 'jazz'],
    [],
    [],
    ['folk'],
  ])
  expect([changed.flat().toSorted(), requests.toSorted()]).toEqual([[alpha, song].toSorted(), ['Alpha', 'Beta', 'Gamma']])
  // A failed lookup is repeated; an empty result only after 90 days.
  await bars().update()
  expect(requests.slice(3)).toEqual(['Gamma'])
  clock.pass(100 * DAY_MS)
  await bars().update()
  expect(requests.slice(4).toSorted()).toEqual(['Beta', 'Gamma'])
})

test('inferred bars count until a source reports some, and never replace them', async () => {
  const [delta = ''] = await media.resolve([{ kind: 'artist', name: 'Delta' }])
  const { saveInferred } = bars()
  await saveInferred(delta, ['jazz'])
  expect((await media.attributes([delta])).get(delta)).toMatchObject({ bars: ['jazz'], isInferred: true })
  await media.resolve([{ kind: 'artist', name: 'Delta', bars: ['metal'] }])
  expect((await media.attributes([delta])).get(delta)).toEqual({
    id: delta,
    kind: 'artist',
    bars: ['metal'],
    by: null,
    size: null,
    knownRank: null,
  })
})

test("asks the second directory for artists that the first does not know, with each one's rate limit", async () => {
  const [epsilon = ''] = await media.resolve([{ kind: 'artist', name: 'Epsilon' }])
  clock.pass(1_000)
  const [zeta = '', eta = ''] = await media.resolve(['Zeta', 'Eta'].map((name) => ({ kind: 'artist', name })))
  // The earlier artists were looked up; the first directory has no data about these.
  Object.assign(tagsByName, { Beta: [], Gamma: [], Epsilon: [], Zeta: [], Eta: [] })
  const pauses: number[] = []
  const askedSecond: string[] = []
  const second = createBars({
    db: database.db,
    clock,
    log,
    pause: async (ms) => void pauses.push(ms),
    onBarsChanged: async () => undefined,
    directories: [
      { read: readFrom(tagsByName), betweenMs: 300 },
      {
        betweenMs: 1_100,
        async read(artist) {
          askedSecond.push(artist)
          if (artist === 'Zeta' || artist === 'Eta') throw new ProviderError('wait', 'too many requests')
          return artist === 'Epsilon' ? [{ name: 'fado', count: 2 }] : []
        },
      },
    ],
  })
  requests.length = 0
  await second.update()
  expect([await barsOf(epsilon), await barsOf(zeta), await barsOf(eta)]).toEqual([['folk'], [], []])
  expect(pauses.filter((ms) => ms === 1_100).length).toBe(askedSecond.length)
  expect(askedSecond.filter((artist) => artist === 'Zeta' || artist === 'Eta').length).toBe(1)
  // No result was stored for the rate-limited directory, so both artists are looked up again.
  requests.length = 0
  await second.update()
  expect(requests).toEqual(expect.arrayContaining(['Zeta', 'Eta']))
  expect(requests).not.toContain('Epsilon')
})

test('a stopping server ends its lookups, and the remaining artists stay due', async () => {
  const [theta = ''] = await media.resolve([{ kind: 'artist', name: 'Theta' }])
  const questions: string[] = []
  const stopped = createBars({
    db: database.db,
    clock,
    log,
    onBarsChanged: async () => undefined,
    directories: [
      {
        // An hour; the abort ends it.
        betweenMs: 3_600_000,
        async read(artist) {
          questions.push(artist)
          stopped.stop()
          return []
        },
      },
    ],
  })
  await stopped.update()
  expect(questions).toHaveLength(1)
  await stopped.update()
  expect([questions.length, await barsOf(theta)]).toEqual([1, []])
})
