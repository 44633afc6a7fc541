import { describe, expect, it } from 'vitest'
import { spotifyEmbed, youtubeEmbed } from './embed-address.ts'
import { readSpotifyMessage, readTiktokMessage, readYoutubeMessage } from './frame-messages.ts'

const youtube = (event: string, info: unknown = null) => readYoutubeMessage(JSON.stringify({ event, info, id: 1, channel: 'widget' }))

describe('messages of YouTube’s player', () => {
  it('report readiness, state and errors', () => {
    expect([youtube('onReady'), youtube('initialDelivery', { playerState: -1 })]).toEqual([{ kind: 'ready' }, { kind: 'ready' }])
    expect([-1, 0, 1, 2, 3, 5].map((state) => youtube('onStateChange', state))).toEqual(
      [-1, 0, 1, 2, 3, 5].map((state) => ({ kind: 'state', state })),
    )
    expect(
      youtube('infoDelivery', { playerState: 1, currentTime: 3.2, duration: 60, videoData: { title: 'Bunny', author: 'Blender' } }),
    ).toEqual({
      kind: 'info',
      state: 1,
      info: { positionMs: 3_200, durationMs: 60_000, title: 'Bunny', author: 'Blender' },
    })
    expect(youtube('infoDelivery', { playerState: 7, currentTime: 'x', duration: -1, videoData: null })).toEqual({
      kind: 'info',
      state: null,
      info: { positionMs: null, durationMs: null, title: null, author: null },
    })
    expect(youtube('onError', 150)).toEqual({ kind: 'error', code: 150 })
  })

  it.each([
    ['an object instead of a text', { event: 'onReady', channel: 'widget' }],
    ['no JSON', 'onReady'],
    ['a list', '[1]'],
    ['null', 'null'],
    ['another event', JSON.stringify({ event: 'onEvil', info: 1, channel: 'widget' })],
    ['a state that is none', JSON.stringify({ event: 'onStateChange', info: 9, channel: 'widget' })],
    ['a state that is a text', JSON.stringify({ event: 'onStateChange', info: '1', channel: 'widget' })],
    ['an error that is a page', JSON.stringify({ event: 'onError', info: '<img src=x>', channel: 'widget' })],
    ['information of another shape', JSON.stringify({ event: 'infoDelivery', info: [{ playerState: 1 }], channel: 'widget' })],
    ['a megabyte', JSON.stringify({ event: 'onReady', channel: 'widget', x: 'x'.repeat(1_000_000) })],
  ])('A49: ignores %s', (_name, data) => {
    expect(readYoutubeMessage(data)).toBeNull()
  })
})

describe('messages of TikTok’s player', () => {
  const tiktok = (type: unknown, value: unknown = null) => readTiktokMessage({ type, value, 'x-tiktok-player': true })

  it('report readiness and playback', () => {
    expect([tiktok('onPlayerReady'), tiktok('onStateChange', 1), tiktok('onStateChange', 2)]).toEqual([
      { kind: 'ready' },
      { kind: 'playback', isPaused: false },
      { kind: 'playback', isPaused: true },
    ])
  })

  it.each([[null], ['onPlayerReady'], [{}], [{ type: 'onPlayerReady' }], [{ type: 'onStateChange', value: '1', 'x-tiktok-player': true }]])(
    'A49: ignores %j',
    (data) => {
      expect(readTiktokMessage(data)).toBeNull()
    },
  )
})

describe('messages of Spotify’s player', () => {
  it('report readiness and playback', () => {
    expect(readSpotifyMessage({ type: 'ready' })).toEqual({ kind: 'ready' })
    expect(readSpotifyMessage({ type: 'playback_update', payload: { isPaused: false, position: 3, duration: 30_000 } })).toEqual({
      kind: 'playback',
      isPaused: false,
      positionMs: 3,
      durationMs: 30_000,
    })
    expect(readSpotifyMessage({ type: 'playback_update', payload: { isPaused: true, position: -1, duration: 'long' } })).toEqual({
      kind: 'playback',
      isPaused: true,
      positionMs: null,
      durationMs: null,
    })
  })

  it.each([
    [null],
    ['ready'],
    [{}],
    [[]],
    [{ type: 'playback_update' }],
    [{ type: 'playback_update', payload: { isPaused: 'no' } }],
    [{ type: 'playback_update', payload: null }],
  ])('A49: ignores %j', (data) => {
    expect(readSpotifyMessage(data)).toBeNull()
  })
})

describe('player addresses', () => {
  const id = '3AA28KZvwAUcZuOKwyblJQ'

  it('are built from IDs', () => {
    expect(spotifyEmbed('https://open.spotify.com', 'artist', id)).toBe(`https://open.spotify.com/embed/artist/${id}`)
    expect(youtubeEmbed('https://www.youtube-nocookie.com', 'YE7VzlLtp-4', { autoplay: true, page: 'https://a.example' })).toBe(
      'https://www.youtube-nocookie.com/embed/YE7VzlLtp-4?autoplay=1&mute=1&playsinline=1&rel=0&enablejsapi=1&origin=https%3A%2F%2Fa.example',
    )
  })

  it.each(['"><script>', '../../', 'abc?autoplay=1&x=', '', `${id}x`])('A25: rejects the ID %s', (bad) => {
    expect(() => spotifyEmbed('https://open.spotify.com', 'track', bad)).toThrow('invalid ID')
    expect(() => youtubeEmbed('https://www.youtube-nocookie.com', bad, { autoplay: false, page: '' })).toThrow('invalid ID')
  })
})
