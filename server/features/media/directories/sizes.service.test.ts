import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogs } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { manualClock } from '#tests/kit/people.ts'
import { createMedia } from '../media.service.ts'
import { createSizes, type SizeDirectory } from './sizes.service.ts'

const DAY_MS = 24 * 3_600_000
const clock = manualClock()
let database: Awaited<ReturnType<typeof testDatabase>>
let media: ReturnType<typeof createMedia>
const requests: string[] = []
const changed: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  media = createMedia({ db: database.db, clock, newId: randomUUID })
}, 60_000)
afterAll(() => database.close())

const directory = (unit: SizeDirectory['unit'], counts: Record<string, number | null | Error>): SizeDirectory => ({
  unit,
  betweenMs: 300,
  read: async (artist) => {
    requests.push(`${unit} ${artist}`)
    const count = counts[artist] ?? null
    if (count instanceof Error) throw count
    return count
  },
})
async function updateFrom(...directories: SizeDirectory[]): Promise<{ requests: string[]; changed: string[] }> {
  await createSizes({
    db: database.db,
    clock,
    directories,
    onSizesChanged: async (ids) => void changed.push(...ids),
    log: createLogs({ filter: 'off', pretty: false })('media'),
    pause: async () => undefined,
  }).update()
  return { requests: requests.splice(0), changed: changed.splice(0) }
}
async function added(name: string): Promise<string> {
  clock.pass(1)
  return (await media.resolve([{ kind: 'artist', name }]))[0] ?? ''
}

test('requests the number of listeners of an artist, in order of preference, and again before it expires', async () => {
  const [alpha, beta, gamma] = [await added('Alpha'), await added('Beta'), await added('Gamma')]
  const lastfm = directory('listeners', { Alpha: 30_000 })
  const listenbrainz = directory('listenbrainz_listeners', { Beta: 12 })
  const first = await updateFrom(lastfm, listenbrainz)
  expect({ ...first, changed: first.changed.toSorted() }).toEqual({
    requests: ['listeners Alpha', 'listeners Beta', 'listenbrainz_listeners Beta', 'listeners Gamma', 'listenbrainz_listeners Gamma'],
    changed: [alpha, beta].toSorted(),
  })
  expect(Object.fromEntries(await media.sizes([alpha, beta, gamma]))).toEqual({
    [alpha]: { count: 30_000, unit: 'listeners' },
    [beta]: { count: 12, unit: 'listenbrainz_listeners' },
  })
  clock.pass(20 * DAY_MS)
  expect(await updateFrom(lastfm, listenbrainz)).toEqual({ requests: [], changed: [] })
  clock.pass(2 * DAY_MS)
  expect((await updateFrom(directory('listeners', { Alpha: 31_000, Beta: 400, Gamma: 5 }))).changed.toSorted()).toEqual(
    [beta, gamma].toSorted(),
  )
})

test('an artist with a reported size is not requested, and an artist whose request failed stays due', async () => {
  await media.resolve([{ kind: 'artist', name: 'Delta', size: { count: 7, unit: 'followers' } }])
  const epsilon = await added('Epsilon')
  const tooFast = directory('listeners', { Epsilon: new ProviderError('wait', 'too many requests') })
  expect(await updateFrom(tooFast)).toEqual({ requests: ['listeners Epsilon'], changed: [] })
  expect((await updateFrom(directory('listeners', { Epsilon: 9 }))).changed).toEqual([epsilon])
  expect(await updateFrom()).toEqual({ requests: [], changed: [] })
})
