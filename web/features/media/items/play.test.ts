import { beforeEach, describe, expect, it } from 'vitest'
import { recognizeLink } from '#contract/links/links.ts'
import type { Item } from '#contract/media.ts'
import { useCollections } from './collections.store.ts'
import { clipEmbed, clipOf, spotifyEmbed, youtubeListEmbed } from '../players/embed-address.ts'
import { useNowPlaying } from '../players/now-playing.store.ts'
import { useMusicPlayer } from '../players/music-player.store.ts'
import { closePanels, play, playableOf, videoPicture } from './play.ts'
import { playableOfLink } from './playable-of-link.ts'
import { useVideoChoice } from '../players/video-choice.store.ts'
import { useVideoPlayer } from '../players/video-player.store.ts'

const ARTIST = '3AA28KZvwAUcZuOKwyblJQ'
const CHANNEL = 'UC6nSFpj9HTCZ5t-N3Rm3-HA'
const LIST = 'PLbpi6ZahtOH6Ar_3GPy3workQAS1hhMmF'
const VIDEO = 'YE7VzlLtp-4'
const ITEM = '018f0000-0000-7000-8000-00000000000a'
const anItem = (parts: Partial<Item>): Item => ({
  id: ITEM,
  kind: 'artist',
  name: 'Gorillaz',
  by: null,
  spotify_id: null,
  youtube_id: null,
  ...parts,
})

beforeEach(() => {
  useMusicPlayer.setState(useMusicPlayer.getInitialState(), true)
  useVideoPlayer.setState(useVideoPlayer.getInitialState(), true)
  useVideoChoice.setState(useVideoChoice.getInitialState(), true)
  useCollections.setState(useCollections.getInitialState(), true)
})

describe('a link with a second', () => {
  it('plays from there, and without a second from the beginning', () => {
    const playable = (text: string) => playableOfLink(recognizeLink(text)!)
    expect(playable(`https://youtu.be/${VIDEO}?t=83`)).toMatchObject({ kind: 'video', videoId: VIDEO, startSecond: 83 })
    expect(playable(`https://open.spotify.com/track/${ARTIST}?t=83`)).toMatchObject({ kind: 'song', startSecond: 83 })
    expect(playable(`https://youtu.be/${VIDEO}`)).not.toHaveProperty('startSecond')
  })

  it('seeks once the player plays, until it reaches the position', () => {
    const seekPositions: number[] = []
    const detach = useNowPlaying
      .getState()
      .attach('youtube', { play: () => undefined, pause: () => undefined, seek: (ms) => void seekPositions.push(ms) })
    play({ kind: 'video', videoId: VIDEO, title: '', channelName: '', startSecond: 83 })
    const { report } = useNowPlaying.getState()
    report('youtube', { positionMs: 0 })
    expect(seekPositions).toEqual([])
    report('youtube', { isPlaying: true, positionMs: 200 })
    report('youtube', { positionMs: 400 })
    expect(seekPositions).toEqual([83_000, 83_000])
    report('youtube', { positionMs: 83_100 })
    report('youtube', { positionMs: 5_000 })
    expect(seekPositions).toHaveLength(2)
    play({ kind: 'video', videoId: VIDEO, title: '', channelName: '' })
    report('youtube', { isPlaying: true, positionMs: 100 })
    expect(seekPositions).toHaveLength(2)
    detach()
  })
})

describe('an item', () => {
  it.each([
    [
      { kind: 'artist', spotify_id: ARTIST, youtube_id: CHANNEL },
      {
        kind: 'artist',
        artistId: ARTIST,
        elsewhere: { playable: { kind: 'channel', channelId: CHANNEL, channelName: 'Gorillaz' }, isGuess: false, name: 'Gorillaz' },
      },
    ],
    [
      { kind: 'artist', youtube_id: CHANNEL },
      { kind: 'channel', channelId: CHANNEL, channelName: 'Gorillaz' },
    ],
    [
      { kind: 'track', spotify_id: ARTIST, by: 'Gorillaz' },
      { kind: 'song', songId: ARTIST, title: 'Gorillaz', by: 'Gorillaz', itemId: ITEM },
    ],
    [
      { kind: 'track', youtube_id: VIDEO, by: 'Gorillaz', name: 'On Melancholy Hill' },
      { kind: 'video', videoId: VIDEO, title: 'On Melancholy Hill', channelName: 'Gorillaz', itemId: ITEM },
    ],
    [
      { kind: 'channel', name: 'Vsauce', youtube_id: CHANNEL },
      { kind: 'channel', channelId: CHANNEL, channelName: 'Vsauce' },
    ],
    [
      { kind: 'video', name: 'Bunny', youtube_id: VIDEO },
      { kind: 'video', videoId: VIDEO, title: 'Bunny', channelName: '', itemId: ITEM },
    ],
    [{ kind: 'artist' }, null],
    [{ kind: 'artist', spotify_id: '"><script>' }, null],
    [{ kind: 'channel', youtube_id: '../../x' }, null],
    [{ kind: 'video', youtube_id: 'abc?autoplay=1' }, null],
  ] as const)('%j plays as %j', (parts, playable) => {
    expect(playableOf(anItem(parts))).toEqual(playable)
  })
})

describe('a link', () => {
  it.each([
    [`https://youtu.be/${VIDEO}`, { kind: 'video', videoId: VIDEO, title: '', channelName: '' }],
    [`https://www.youtube.com/shorts/${VIDEO}`, { kind: 'video', videoId: VIDEO, title: '', channelName: '' }],
    [`https://www.youtube.com/channel/${CHANNEL}`, { kind: 'channel', channelId: CHANNEL, channelName: '' }],
    [`https://open.spotify.com/artist/${ARTIST}`, { kind: 'artist', artistId: ARTIST }],
    [`https://open.spotify.com/intl-de/track/${ARTIST}?si=1`, { kind: 'song', songId: ARTIST, title: '', by: '' }],
    [`https://open.spotify.com/album/${ARTIST}`, { kind: 'collection', of: 'album', id: ARTIST }],
    [`https://open.spotify.com/playlist/${ARTIST}`, { kind: 'collection', of: 'playlist', id: ARTIST }],
    [`https://open.spotify.com/episode/${ARTIST}`, { kind: 'collection', of: 'episode', id: ARTIST }],
    [`https://open.spotify.com/user/${ARTIST}`, null],
    [`https://www.youtube.com/playlist?list=${LIST}`, { kind: 'list', listId: LIST }],
    ['https://www.youtube.com/playlist?list=..%2F..%2Fx', null],
    ['https://www.youtube.com/@vsauce', null],
    ['https://www.tiktok.com/@u/video/1234567890123456789', null],
  ] as const)('%s plays as %j', (address, playable) => {
    const link = recognizeLink(address)
    expect(link && playableOfLink(link)).toEqual(playable)
  })
})

describe('the play button', () => {
  it('opens the music player with the artist, or with the song and without the previous artist', () => {
    play({ kind: 'artist', artistId: ARTIST })
    expect(useMusicPlayer.getState()).toMatchObject({ close: false, artistId: ARTIST, songId: '' })
    play({ kind: 'song', songId: 'song', title: 'A song', by: 'A band' })
    expect(useMusicPlayer.getState()).toMatchObject({ close: false, artistId: '', songId: 'song' })
    expect(useVideoPlayer.getState().close).toBe(true)
  })

  it('opens the channel preview with the channel, and with the requested video', () => {
    play({ kind: 'video', videoId: VIDEO, title: 'Bunny', channelName: 'Blender' })
    expect(useVideoPlayer.getState()).toMatchObject({ close: false, channelId: '', channelName: 'Blender' })
    expect(useVideoChoice.getState()).toMatchObject({ videoId: VIDEO, title: 'Bunny' })
    play({ kind: 'channel', channelId: CHANNEL, channelName: 'Vsauce' })
    expect(useVideoPlayer.getState()).toMatchObject({ close: false, channelId: CHANNEL, channelName: 'Vsauce' })
    expect(useVideoChoice.getState().videoId).toBe('')
    expect(useMusicPlayer.getState().close).toBe(true)
  })
})

describe('link targets', () => {
  it('opens an album in the music player, and replaces it when an artist is played', () => {
    play({ kind: 'collection', of: 'album', id: ARTIST })
    expect(useMusicPlayer.getState()).toMatchObject({ close: false, artistId: '', songId: '' })
    expect(useCollections.getState().music).toEqual({ of: 'album', id: ARTIST })
    play({ kind: 'artist', artistId: ARTIST })
    expect(useCollections.getState().music).toBeNull()
  })

  it('opens a video playlist in the channel preview, and resets it for a following channel', () => {
    play({ kind: 'list', listId: LIST })
    expect(useVideoPlayer.getState()).toMatchObject({ close: false, channelId: '', channelName: '' })
    expect(useCollections.getState().videoListId).toBe(LIST)
    play({ kind: 'channel', channelId: CHANNEL, channelName: 'Vsauce' })
    expect(useCollections.getState().videoListId).toBe('')
  })

  it.each([
    ['https://www.tiktok.com/@u/video/7106594312292453675', '/player/v1/7106594312292453675?music_info=1&description=1&rel=0'],
    ['https://www.instagram.com/reel/CxR3hearsal/', '/reel/CxR3hearsal/embed'],
    ['https://www.instagram.com/some.body/p/CabcDEF/', '/p/CabcDEF/embed'],
    [
      'https://www.facebook.com/watch/?v=10153231379946729&x=1',
      '/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fwatch%2F%3Fv%3D10153231379946729%26x%3D1&show_text=false',
    ],
    [
      'https://www.facebook.com/blender/posts/pfbid02abc',
      '/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fblender%2Fposts%2Fpfbid02abc&show_text=false',
    ],
  ])('embeds %s', (address, path) => {
    const link = recognizeLink(address)
    const clip = link && clipOf(link)
    expect(clip && clipEmbed('https://player.example', clip)).toBe(`https://player.example${path}`)
  })

  it.each([
    'https://www.tiktok.com/@u',
    'https://www.tiktok.com/@u/live',
    'https://www.tiktok.com/@u/photo/7106594312292453675',
    'https://www.tiktok.com/music/song-7106594312292453675',
    'https://vm.tiktok.com/ZMkitchen/',
    'https://www.instagram.com/stories/u/123/',
    'https://www.instagram.com/someone/',
    'https://www.facebook.com/stories/1/2',
    'https://www.facebook.com/someone',
    'https://youtu.be/YE7VzlLtp-4',
  ])('embeds nothing for %s', (address) => {
    const link = recognizeLink(address)
    expect(link && clipOf(link)).toBeNull()
  })

  it('A25: builds player addresses only from IDs', () => {
    expect(spotifyEmbed('https://open.spotify.com', 'album', ARTIST)).toBe(`https://open.spotify.com/embed/album/${ARTIST}`)
    expect(
      new URL(
        youtubeListEmbed('https://www.youtube-nocookie.com', LIST, { autoplay: true, page: 'https://here.example' }),
      ).searchParams.get('list'),
    ).toBe(LIST)
    for (const id of ['"><script>', '../../', 'abc?autoplay=1&x=', '']) {
      expect(() => spotifyEmbed('https://open.spotify.com', 'playlist', id)).toThrow('invalid ID of kind playlist')
      expect(() => youtubeListEmbed('https://www.youtube-nocookie.com', id, { autoplay: true, page: 'https://here.example' })).toThrow(
        'invalid ID of kind list',
      )
    }
  })
})

it('closes both panels, without opening a closed one', () => {
  closePanels()
  expect([useMusicPlayer.getState().close, useVideoPlayer.getState().close]).toEqual([true, true])
  play({ kind: 'artist', artistId: ARTIST })
  play({ kind: 'channel', channelId: CHANNEL, channelName: 'Vsauce' })
  closePanels()
  expect([useMusicPlayer.getState().close, useVideoPlayer.getState().close]).toEqual([true, true])
})

it('serves video pictures from our own address, and only for valid IDs', () => {
  expect([videoPicture(VIDEO), videoPicture('../x'), videoPicture(null)]).toEqual([`/art/youtube/${VIDEO}`, null, null])
})
