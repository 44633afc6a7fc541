import { expect, test } from 'vitest'
import { recognizeLink } from '#contract/links/links.ts'
import { startFakeSpotify } from '#sandbox/spotify/spotify.fake.ts'
import { startFakeYouTube } from '#sandbox/youtube/youtube.fake.ts'
import { testCatalog } from '#sandbox/kit/test-catalog.ts'
import { createSpotifyCatalog } from '#server/providers/spotify/spotify.catalog.ts'
import { createYouTubeSearch } from '#server/providers/youtube/youtube.search.ts'
import { createLinkSearch, type SongSearches } from './link-search.ts'

const SONG = 'https://open.spotify.com/track/1foMv2HQwfQ2vntFf9HFeG'
const VIDEO = 'https://www.youtube.com/watch?v=abcdefghijk'
const link = (address: string, title: string | null, author: string | null = null) => {
  const target = recognizeLink(address)
  if (!target) throw new Error(`${address} is not recognized`)
  return { target, title, author }
}
const eyes = { id: '1foMv2HQwfQ2vntFf9HFeG', name: 'Rhinestone Eyes', by: 'Gorillaz' }
const video = { videoId: 'abcdefghijk', title: 'Gorillaz - Rhinestone Eyes (Official Video)', author: 'Gorillaz' }
const search = (change: Partial<SongSearches>) =>
  createLinkSearch({
    spotify: { track: async () => eyes, search: async () => [{ ...eyes, id: 'x'.repeat(22), by: 'A cover band' }, eyes] },
    youtube: async () => [{ ...video, videoId: 'kkkkkkkkkkk', title: 'Gorillaz - Rhinestone Eyes (Remix)' }, video],
    ...change,
  })

test('finds a song only by the same name and artist', async () => {
  expect((await search({})(link(SONG, 'Rhinestone Eyes')))?.link).toBe(VIDEO)
  expect((await search({})(link(VIDEO, 'Gorillaz - Rhinestone Eyes (Official Video)')))?.link).toBe(SONG)
  expect((await search({})(link(VIDEO, 'Rhinestone Eyes', 'Gorillaz - Topic')))?.link).toBe(SONG)
  expect(await search({})(link(VIDEO, 'Gorillaz - Another song'))).toBeNull()
})

test('searches by the words of the name without the additions of video titles', async () => {
  const requests: string[] = []
  const searches = { track: async () => eyes, search: async (words: string) => (requests.push(words), []) }
  await search({ spotify: searches })(link(VIDEO, 'Gorillaz - Rhinestone Eyes (Official Video)'))
  expect(requests).toEqual(['Gorillaz Rhinestone Eyes'])
})

test('does not search for other links, or on disabled platforms', async () => {
  const never = () => Promise.reject(new Error('asked'))
  const nobody = { spotify: { track: never, search: never }, youtube: never }
  expect(await search(nobody)(link(VIDEO, 'How trains stay on the track', 'Practical Engineering'))).toBeNull()
  expect(await search(nobody)(link('https://open.spotify.com/artist/3AA28KZvwAUcZuOKwyblJQ', 'Gorillaz'))).toBeNull()
  expect(await search(nobody)(link('https://www.tiktok.com/@u/video/1234567', 'A - B'))).toBeNull()
  expect(await search({ spotify: null })(link(SONG, 'Rhinestone Eyes'))).toBeNull()
  expect(await search({ youtube: null })(link(SONG, 'Rhinestone Eyes'))).toBeNull()
  expect(await search({ spotify: null })(link(VIDEO, 'Gorillaz - Rhinestone Eyes'))).toBeNull()
})

test("parses the platforms' searches without a user's account", async () => {
  const data = testCatalog()
  const artist = data.artists.find(
    ({ tracks, spotify_id }) => spotify_id !== null && tracks.some((entry) => entry.spotify_id && entry.youtube_id),
  )
  const track = artist?.tracks.find((entry) => entry.spotify_id && entry.youtube_id)
  if (!artist || !track?.spotify_id) throw new Error('no such track')
  const common = { host: '127.0.0.1', port: 0, data, redirectOrigins: ['http://127.0.0.1:5999'] }
  const [spotify, youtube] = await Promise.all([
    startFakeSpotify({ ...common, clientId: 'id', clientSecret: 'secret' }),
    startFakeYouTube({ ...common, clientId: 'id', clientSecret: null, apiKey: 'key' }),
  ])
  const origins = { accounts: spotify.origin, api: spotify.origin }
  const catalog = createSpotifyCatalog({ clientId: 'id', clientSecret: 'secret', origins, now: () => new Date() })
  const find = createYouTubeSearch({ apiKey: 'key', origin: youtube.origin })
  const song = { id: track.spotify_id, name: track.name, by: artist.name }
  expect(await catalog.track(song.id)).toEqual(song)
  expect(await catalog.track('0'.repeat(22))).toBeNull()
  expect(await catalog.search(`${song.by} ${song.name}`)).toContainEqual(song)
  expect((await find(`${artist.name} ${track.name}`)).map(({ videoId }) => videoId)).toContain(track.youtube_id)
  const wrong = createSpotifyCatalog({ clientId: 'id', clientSecret: 'wrong', origins, now: () => new Date() })
  await expect(wrong.track(song.id)).rejects.toMatchObject({ kind: 'unavailable' })
  await Promise.all([spotify.close(), youtube.close()])
})
