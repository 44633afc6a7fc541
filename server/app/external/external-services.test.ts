import { afterAll, beforeAll, expect, test } from 'vitest'
import { recognizeLink } from '#contract/links/links.ts'
import { startFakeServices } from '#sandbox/demo/fake-services.ts'
import { readConfig } from '#server/config.ts'
import { createLinkSearch } from '#server/features/media/link-search.ts'
import { createSongSearches } from './external-services.ts'
import { systemClock } from '#server/platform/clock.ts'

const SONG = 'https://open.spotify.com/track/2WfaOiMkCvy7F5fcp2zZ8L'
const VIDEO = 'https://www.youtube.com/watch?v=djV11Xbc914'

let fakeServices: Awaited<ReturnType<typeof startFakeServices>>
beforeAll(async () => {
  fakeServices = await startFakeServices({ redirectOrigin: 'http://127.0.0.1:5999' })
})
afterAll(() => fakeServices.close())

const songs = (env: Record<string, string>, origins: typeof fakeServices.origins | null) =>
  createSongSearches({ config: readConfig(env), fakeServices: origins, clock: systemClock, searches: async () => undefined })

test('in the demo a song outside all libraries is found on the other platform, in both directions', async () => {
  const search = createLinkSearch(songs({}, fakeServices.origins))
  const found = async (address: string, title: string) => {
    const target = recognizeLink(address)
    return target && (await search({ target, title, author: null }))?.link
  }
  expect(await found(VIDEO, 'a-ha - Take On Me (Official Video)')).toBe(SONG)
  expect(await found(SONG, 'Take On Me')).toBe(VIDEO)
})

test('a configured platform is searched only through its own API; without fake services nothing is searched', () => {
  const without = songs({ SPOTIFY_CLIENT_ID: 'id', YOUTUBE_CLIENT_ID: 'id', YOUTUBE_CLIENT_SECRET: 'secret' }, fakeServices.origins)
  expect(without).toEqual({ spotify: null, youtube: null })
  expect(songs({}, null)).toEqual({ spotify: null, youtube: null })
})
