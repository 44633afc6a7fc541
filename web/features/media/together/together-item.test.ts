import { expect, it } from 'vitest'
import type { Item } from '#contract/media.ts'
import { recognizeLink } from '#contract/links/links.ts'
import { togetherLink } from './together-entry.ts'
import { togetherItem, togetherList } from './together-item.ts'

const SONG = '3AA28KZvwAUcZuOKwyblJQ'
const FILM = 'YE7VzlLtp-4'
const item = (overrides: Partial<Item>): Item => ({
  id: '00000000-0000-4000-8000-000000000000',
  kind: 'track',
  name: 'Item',
  by: null,
  spotify_id: null,
  youtube_id: null,
  ...overrides,
})

it('tracks and videos can be played together, a video never with a track’s id', () => {
  expect(togetherItem(item({ spotify_id: SONG, youtube_id: FILM, by: 'Anna' }))).toEqual({
    side: 'sound',
    title: 'Item',
    by: 'Anna',
    spotify_id: SONG,
    youtube_id: FILM,
  })
  expect(togetherItem(item({ kind: 'video', spotify_id: SONG, youtube_id: FILM }))).toMatchObject({ side: 'video', spotify_id: null })
  expect(togetherItem(item({ kind: 'artist', spotify_id: SONG }))).toBeNull()
  expect(togetherItem(item({}))).toBeNull()
})

it('links to tracks and videos can be played together, others can’t', () => {
  const starting = (link: string) => {
    const record = recognizeLink(link)
    return record && togetherLink(record)
  }
  expect(starting(`https://open.spotify.com/track/${SONG}`)).toEqual({ link: `https://open.spotify.com/track/${SONG}`, side: 'sound' })
  expect(starting(`https://www.youtube.com/watch?v=${FILM}`)?.side).toBe('video')
  expect(starting(`https://youtube.com/shorts/${FILM}`)?.side).toBe('video')
  expect(starting(`https://open.spotify.com/artist/${SONG}`)).toBeNull()
  expect(starting('https://www.youtube.com/channel/UCUl7CLMqbyYVb62zJ7nbLfA')).toBeNull()
  expect(starting('https://www.tiktok.com/@name/video/7123456789012345678')).toBeNull()
})

it('a list starts with a playable item and queues at most 19 others', () => {
  const tracks = Array.from({ length: 30 }, (_, index) => item({ name: `Track ${index}`, spotify_id: SONG }))
  expect(togetherList([item({ kind: 'artist', spotify_id: SONG }), ...tracks])?.map(({ title }) => title)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Track ${index}`),
  )
  expect(togetherList([item({})])).toBeNull()
})
