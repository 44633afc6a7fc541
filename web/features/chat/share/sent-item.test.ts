import { expect, it } from 'vitest'
import type { Item } from '#contract/media.ts'
import { sentItem } from './sent-item.ts'

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

it('a Spotify track is sent as a track, and without text as its link', () => {
  const content = `https://open.spotify.com/track/${SONG}`
  expect(sentItem(item({ spotify_id: SONG, youtube_id: FILM }))).toEqual({
    type: 'spotify track',
    id: SONG,
    withoutText: { type: 'spotify track', content },
  })
})

it('an artist is sent as an artist', () => {
  expect(sentItem(item({ kind: 'artist', spotify_id: SONG }))?.type).toBe('spotify artist')
})

it('a video, or a track only on YouTube, is sent as a video, and without text as a link', () => {
  for (const kind of ['video', 'track'] as const) {
    expect(sentItem(item({ kind, youtube_id: FILM }))).toEqual({
      type: 'youtube video',
      id: FILM,
      withoutText: { type: 'link', content: `https://www.youtube.com/watch?v=${FILM}` },
    })
  }
})

it('A25: an item without a valid id can’t be sent, and neither can a channel', () => {
  expect(sentItem(item({ spotify_id: '"><script>', youtube_id: '../../' }))).toBeNull()
  expect(sentItem(item({ kind: 'video', youtube_id: 'abc?autoplay=1' }))).toBeNull()
  expect(sentItem(item({ kind: 'channel', youtube_id: 'UCUl7CLMqbyYVb62zJ7nbLfA' }))).toBeNull()
})
