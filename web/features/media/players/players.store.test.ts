import { beforeEach, describe, expect, it } from 'vitest'
import { useLoadedPlayer } from './loaded-player.store.ts'
import { useMusicPlayer } from './music-player.store.ts'
import { useVideoPlayer } from './video-player.store.ts'

const GORILLAZ = '3AA28KZvwAUcZuOKwyblJQ'
const BONOBO = '0cmWgDlu9CwTgxPhf403hb'

const stores = [useMusicPlayer, useLoadedPlayer, useVideoPlayer] as const
beforeEach(() => {
  useMusicPlayer.setState(useMusicPlayer.getInitialState(), true)
  useLoadedPlayer.setState(useLoadedPlayer.getInitialState(), true)
  useVideoPlayer.setState(useVideoPlayer.getInitialState(), true)
})

/** A store's state without its functions. */
const shownBy = (store: (typeof stores)[number]) =>
  Object.fromEntries(Object.entries(store.getState()).filter(([, value]) => typeof value !== 'function'))

describe('the music player', () => {
  const player = useMusicPlayer.getState

  it('starts closed without artist and song, with the field names of the spec', () => {
    expect(shownBy(useMusicPlayer)).toEqual({ close: true, artistId: '', songId: '' })
  })

  it('flips only the closed flag with every toggle', () => {
    player().setArtistId(GORILLAZ)
    player().toggle()
    expect(shownBy(useMusicPlayer)).toEqual({ close: false, artistId: GORILLAZ, songId: '' })
    player().toggle()
    expect(player().close).toBe(true)
  })

  it('replaces the artist, and keeps the song and the flag', () => {
    player().setSongId('song')
    player().setArtistId(GORILLAZ)
    player().setArtistId(BONOBO)
    expect(shownBy(useMusicPlayer)).toEqual({ close: true, artistId: BONOBO, songId: 'song' })
  })

  it('replaces the song, and keeps the artist and the flag', () => {
    player().setArtistId(GORILLAZ)
    player().setSongId('one')
    player().setSongId('two')
    expect(shownBy(useMusicPlayer)).toEqual({ close: true, artistId: GORILLAZ, songId: 'two' })
  })

  it.each([true, false])('opens with a reset and clears artist and song (closed before: %s)', (close) => {
    useMusicPlayer.setState({ close, artistId: GORILLAZ, songId: 'song' })
    player().reset()
    expect(shownBy(useMusicPlayer)).toEqual({ close: false, artistId: '', songId: '' })
  })
})

describe('the state of the loaded artist', () => {
  const player = useLoadedPlayer.getState

  it('starts closed with an artist field', () => {
    expect(shownBy(useLoadedPlayer)).toEqual({ close: true, artistId: '' })
  })

  it('flips with every toggle', () => {
    player().toggle()
    expect(player().close).toBe(false)
    player().toggle()
    expect(player().close).toBe(true)
  })

  it('replaces the artist', () => {
    player().setArtistId(GORILLAZ)
    player().setArtistId(BONOBO)
    expect(shownBy(useLoadedPlayer)).toEqual({ close: true, artistId: BONOBO })
  })

  it('opens with a reset and clears the artist', () => {
    player().setArtistId(GORILLAZ)
    player().reset()
    expect(shownBy(useLoadedPlayer)).toEqual({ close: false, artistId: '' })
  })
})

describe('the video player', () => {
  const player = useVideoPlayer.getState

  it('starts closed, without a channel', () => {
    expect(shownBy(useVideoPlayer)).toEqual({ close: true, channelId: '', channelName: '' })
  })

  it('opens when a channel is set, and replaces it with another one', () => {
    player().setChannel('UC1', 'Vsauce')
    expect(shownBy(useVideoPlayer)).toEqual({ close: false, channelId: 'UC1', channelName: 'Vsauce' })
    player().setChannel('UC2', 'SciShow')
    expect(shownBy(useVideoPlayer)).toEqual({ close: false, channelId: 'UC2', channelName: 'SciShow' })
  })

  it('flips with every toggle and keeps its channel', () => {
    player().setChannel('UC1', 'Vsauce')
    player().toggle()
    expect(shownBy(useVideoPlayer)).toEqual({ close: true, channelId: 'UC1', channelName: 'Vsauce' })
    player().toggle()
    expect(player().close).toBe(false)
  })

  it('closes with a reset and clears the channel', () => {
    player().setChannel('UC1', 'Vsauce')
    player().reset()
    expect(shownBy(useVideoPlayer)).toEqual({ close: true, channelId: '', channelName: '' })
  })
})
