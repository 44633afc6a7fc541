import { expect, it } from 'vitest'
import type { Item } from '#contract/media.ts'
import { sentItem } from './sent-item.ts'

const SONG = '3AA28KZvwAUcZuOKwyblJQ'
const FILM = 'YE7VzlLtp-4'
const thing = (given: Partial<Item>): Item => ({
  id: '00000000-0000-4000-8000-000000000000',
  kind: 'track',
  name: 'Thing',
  by: null,
  spotify_id: null,
  youtube_id: null,
  ...given,
})

it('a track of Spotify goes as a track, and alone as its link', () => {
  const content = `https://open.spotify.com/track/${SONG}`
  expect(sentItem(thing({ spotify_id: SONG, youtube_id: FILM }))).toEqual({
    type: 'spotify track',
    id: SONG,
    unspoken: { type: 'spotify track', content },
  })
})

it('an artist goes as an artist', () => {
  expect(sentItem(thing({ kind: 'artist', spotify_id: SONG }))?.type).toBe('spotify artist')
})

it('a video, or a track that only YouTube has, goes as a video, and alone as a link', () => {
  for (const kind of ['video', 'track'] as const) {
    expect(sentItem(thing({ kind, youtube_id: FILM }))).toEqual({
      type: 'youtube video',
      id: FILM,
      unspoken: { type: 'link', content: `https://www.youtube.com/watch?v=${FILM}` },
    })
  }
})

it('A25: what has no proper id can’t be sent, and a channel is nothing a message names', () => {
  expect(sentItem(thing({ spotify_id: '"><script>', youtube_id: '../../' }))).toBeNull()
  expect(sentItem(thing({ kind: 'video', youtube_id: 'abc?autoplay=1' }))).toBeNull()
  expect(sentItem(thing({ kind: 'channel', youtube_id: 'UCUl7CLMqbyYVb62zJ7nbLfA' }))).toBeNull()
})
