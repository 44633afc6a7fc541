import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogs } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { heldClock } from '#tests/kit/people.ts'
import { createBars } from './bars.service.ts'
import { barsOfTags } from './bars.tags.ts'
import { createMedia } from './media.service.ts'

const log = createLogs({ filter: 'off', pretty: false })('media')
const clock = heldClock()
const DAY_MS = 24 * 3_600_000
type Tag = { name: string; count: number }
let database: Awaited<ReturnType<typeof testDatabase>>
let media: ReturnType<typeof createMedia>
const told: string[][] = []
const asked: string[] = []
const known: Record<string, Tag[]> = {
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
  asked.push(artist)
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
    changed: async (ids) => void told.push([...ids]),
    directories: [{ read: readFrom(known), betweenMs: 300 }],
  })
const barsOf = async (id: string) => (await media.attributes([id])).get(id)?.bars

test('tags mean bars when they are used enough, whatever their spelling, and other words mean none', () => {
  expect(barsOfTags(known['Alpha']!)).toEqual(['electronic', 'jazz'])
  expect(
    barsOfTags([
      { name: 'Hip Hop', count: 10 },
      { name: 'R&B', count: 9 },
      { name: 'favourites', count: 100 },
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

test('an artist of whom nothing is known is asked about once in a while, and their tracks learn it, too', async () => {
  const [alpha = '', song = '', beta = '', gamma = '', sure = ''] = await media.resolve([
    { kind: 'artist', name: 'Alpha' },
    { kind: 'track', name: 'Song', by: 'Alpha' },
    { kind: 'artist', name: 'Beta' },
    { kind: 'artist', name: 'Gamma' },
    { kind: 'artist', name: 'Sure', bars: ['folk'] },
  ])
  await bars().learn()
  expect([await barsOf(alpha), await barsOf(song), await barsOf(beta), await barsOf(gamma), await barsOf(sure)]).toEqual([
    ['electronic', 'jazz'],
    ['electronic', 'jazz'],
    [],
    [],
    ['folk'],
  ])
  expect([told.flat().toSorted(), asked.toSorted()]).toEqual([[alpha, song].toSorted(), ['Alpha', 'Beta', 'Gamma']])
  // Who did not answer is asked again; who had nothing to say, only after a season.
  await bars().learn()
  expect(asked.slice(3)).toEqual(['Gamma'])
  clock.pass(100 * DAY_MS)
  await bars().learn()
  expect(asked.slice(4).toSorted()).toEqual(['Beta', 'Gamma'])
})

test('what is inferred counts until a source says it, and never stands in its place', async () => {
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

test('what the first directory does not know the second is asked, each at its own pace, and one that wants to be left alone is', async () => {
  const [epsilon = ''] = await media.resolve([{ kind: 'artist', name: 'Epsilon' }])
  clock.pass(1_000)
  const [zeta = '', eta = ''] = await media.resolve(['Zeta', 'Eta'].map((name) => ({ kind: 'artist', name })))
  // The others of before were asked about; what the first says of these is nothing.
  Object.assign(known, { Beta: [], Gamma: [], Epsilon: [], Zeta: [], Eta: [] })
  const pauses: number[] = []
  const askedSecond: string[] = []
  const second = createBars({
    db: database.db,
    clock,
    log,
    pause: async (ms) => void pauses.push(ms),
    changed: async () => undefined,
    directories: [
      { read: readFrom(known), betweenMs: 300 },
      {
        betweenMs: 1_100,
        async read(artist) {
          askedSecond.push(artist)
          if (artist === 'Zeta' || artist === 'Eta') throw new ProviderError('wait', 'asked too often')
          return artist === 'Epsilon' ? [{ name: 'fado', count: 2 }] : []
        },
      },
    ],
  })
  asked.length = 0
  await second.learn()
  expect([await barsOf(epsilon), await barsOf(zeta), await barsOf(eta)]).toEqual([['folk'], [], []])
  expect(pauses.filter((ms) => ms === 1_100).length).toBe(askedSecond.length)
  expect(askedSecond.filter((artist) => artist === 'Zeta' || artist === 'Eta').length).toBe(1)
  // Nobody noted an answer of the one who was left alone: both are asked about again.
  asked.length = 0
  await second.learn()
  expect(asked).toEqual(expect.arrayContaining(['Zeta', 'Eta']))
  expect(asked).not.toContain('Epsilon')
})

test('a server that stops asks nobody any more, and who was not asked stays among those to ask about', async () => {
  const [theta = ''] = await media.resolve([{ kind: 'artist', name: 'Theta' }])
  const questions: string[] = []
  const stopped = createBars({
    db: database.db,
    clock,
    log,
    changed: async () => undefined,
    directories: [
      {
        // An hour, which nobody waits for.
        betweenMs: 3_600_000,
        async read(artist) {
          questions.push(artist)
          stopped.stop()
          return []
        },
      },
    ],
  })
  await stopped.learn()
  expect(questions).toHaveLength(1)
  await stopped.learn()
  expect([questions.length, await barsOf(theta)]).toEqual([1, []])
})
