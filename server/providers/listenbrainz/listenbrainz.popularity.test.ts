import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCatalog } from '#sandbox/kit/test-catalog.ts'
import type { FakeService } from '#sandbox/kit/fake-service.ts'
import { startFakeListenBrainz } from '#sandbox/listenbrainz/listenbrainz.fake.ts'
import { createListenBrainzListeners } from './listenbrainz.popularity.ts'

const ids: Record<string, string> = {
  Known: '00000000-0000-4000-8000-000000000000',
  Uncounted: '4b585938-f271-45e2-b19a-91c634b5e396',
}
let fakeService: FakeService
beforeAll(async () => {
  fakeService = await startFakeListenBrainz({ data: testCatalog(), port: 0, host: '127.0.0.1', rateLimit: 2 })
})
afterAll(() => fakeService.close())

test('returns the listeners of an artist by the found id, until the rate limit is reached', async () => {
  const listenersOf = createListenBrainzListeners({
    origin: fakeService.origin,
    userAgent: 'test',
    findId: async (artist) => ids[artist] ?? null,
  })
  expect(await listenersOf('Nobody knows')).toBeNull()
  expect(await listenersOf('Known')).toBe(7_500)
  expect(await listenersOf('Uncounted')).toBeNull()
  await expect(listenersOf('Known')).rejects.toMatchObject({ kind: 'wait' })
})
