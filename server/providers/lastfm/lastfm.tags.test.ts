import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCatalog } from '#sandbox/kit/test-catalog.ts'
import type { FakeService } from '#sandbox/kit/fake-service.ts'
import { startFakeLastfm } from '#sandbox/lastfm/lastfm.fake.ts'
import { createLastfmListeners, createLastfmTags } from './lastfm.tags.ts'

const data = testCatalog()
let fakeService: FakeService
beforeAll(async () => {
  fakeService = await startFakeLastfm({ data, apiKey: 'key', port: 0, host: '127.0.0.1' })
})
afterAll(() => fakeService.close())

const tagsOf = (apiKey: string) => createLastfmTags({ apiKey, origin: fakeService.origin, userAgent: 'test' })

test('returns the tags of an artist, the most used first', async () => {
  const artist = data.artists.find(({ genres }) => genres.length > 0)!
  const tags = await tagsOf('key')(artist.name)
  expect(tags[0]).toEqual({ name: artist.genres[0]!.replaceAll('-', ' '), count: 100 })
})

test('an unknown artist has no tags, and a rejected key counts as no response', async () => {
  expect(await tagsOf('key')('No Such Artist')).toEqual([])
  await expect(tagsOf('wrong')('Gorillaz')).rejects.toMatchObject({ kind: 'unavailable' })
})

test('returns the number of listeners of an artist, and null for an unknown artist', async () => {
  const listenersOf = createLastfmListeners({ apiKey: 'key', origin: fakeService.origin, userAgent: 'test' })
  expect(await listenersOf(data.artists[0]!.name)).toBe(6_000_000)
  expect(await listenersOf('No Such Artist')).toBeNull()
  const rejected = createLastfmListeners({ apiKey: 'wrong', origin: fakeService.origin, userAgent: 'test' })
  await expect(rejected('Gorillaz')).rejects.toMatchObject({ kind: 'unavailable' })
})
