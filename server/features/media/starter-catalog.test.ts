import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ItemKind } from '#contract/media.ts'
import { GENRES, TOPICS } from '#contract/taste/print.ts'
import { nameKey } from './name-key.ts'
import { starterCatalog } from './starter-catalog.ts'

const spotifyId = /^[0-9A-Za-z]{22}$/
const channelId = /^UC[\w-]{22}$/
const videoId = /^[\w-]{11}$/
const { artists, channels } = starterCatalog()

const keyText = (kind: ItemKind, name: string, by?: string): string => JSON.stringify(nameKey(kind, name, by))

const doubled = (values: (string | null)[]): string[] => {
  const seen = new Set<string>()
  return values.filter((value): value is string => value !== null).filter((value) => seen.size === seen.add(value).size)
}

test("every id of the starter catalog has its platform's format", () => {
  const wrong = [
    ...artists
      .flatMap((artist) => [artist.spotify_id, ...artist.tracks.map((track) => track.spotify_id)])
      .filter((id) => id !== null && !spotifyId.test(id)),
    ...artists.map((artist) => artist.topic_channel_id).filter((id) => id !== null && !channelId.test(id)),
    ...artists.flatMap((artist) => artist.tracks.map((track) => track.youtube_id)).filter((id) => id !== null && !videoId.test(id)),
    ...channels.map((channel) => channel.youtube_id).filter((id) => !channelId.test(id)),
    ...channels.flatMap((channel) => channel.videos.map((video) => video.youtube_id)).filter((id) => !videoId.test(id)),
  ]
  expect(wrong).toEqual([])
})

test('ids and names of the starter catalog are unique', () => {
  expect(doubled(artists.map((artist) => artist.spotify_id))).toEqual([])
  expect(doubled(artists.flatMap((artist) => artist.tracks.map((track) => track.spotify_id)))).toEqual([])
  expect(doubled([...artists.map((artist) => artist.topic_channel_id), ...channels.map((channel) => channel.youtube_id)])).toEqual([])
  expect(
    doubled([
      ...artists.flatMap((artist) => artist.tracks.map((track) => track.youtube_id)),
      ...channels.flatMap((channel) => channel.videos.map((video) => video.youtube_id)),
    ]),
  ).toEqual([])
  expect(doubled(artists.map((artist) => keyText('artist', artist.name)))).toEqual([])
  expect(doubled(artists.flatMap((artist) => artist.tracks.map((track) => keyText('track', track.name, artist.name))))).toEqual([])
  expect(doubled(channels.map((channel) => keyText('channel', channel.name)))).toEqual([])
})

test('every artist has one to three genres and every channel one to three topics', () => {
  const allBars = new Set<string>([...GENRES, ...TOPICS])
  const wrong = [...artists.map((artist) => artist.genres), ...channels.map((channel) => channel.topics)].filter(
    (bars) => bars.length < 1 || bars.length > 3 || new Set(bars).size !== bars.length || bars.some((bar) => !allBars.has(bar)),
  )
  expect(wrong).toEqual([])
  expect(artists.every((artist) => artist.genres.every((genre) => (GENRES as readonly string[]).includes(genre)))).toBe(true)
})

test('an artist without a platform id has a playable track', () => {
  const unreachable = artists.filter(
    (artist) => !artist.spotify_id && !artist.topic_channel_id && !artist.tracks.some((track) => track.youtube_id || track.spotify_id),
  )
  expect(unreachable.map((artist) => artist.name)).toEqual([])
})

test('reading the catalog drops no entry of the file', () => {
  const text = readFileSync(new URL('./starter-catalog.json', import.meta.url), 'utf8')
  expect(starterCatalog()).toEqual(JSON.parse(text))
})
