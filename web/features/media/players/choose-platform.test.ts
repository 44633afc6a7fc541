import { beforeEach, expect, test } from 'vitest'
import { recognizeLink } from '#contract/links/links.ts'
import { defaultPlayerSettings, playerCalls, type PlayPlatform } from '#contract/players.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { setNoticeView } from '#web/platform/notices.ts'
import { cacheResponse, queryClient } from '#web/platform/query.ts'
import { playableOf } from '../items/play.ts'
import { playableOfLink } from '../items/playable-of-link.ts'
import type { Playable, Song, Video } from '../items/playable.ts'
import { choosePlatform } from './choose-platform.ts'
import { usePlayersSettings } from './players.settings.ts'

const SONG = '4uLU6hMCjMI75M1A2tKUQC'
const VIDEO = 'YE7VzlLtp-4'
const item = { id: 'x', kind: 'track' as const, name: 'Archangel', by: 'Burial', spotify_id: SONG, youtube_id: VIDEO }
const song = { kind: 'song', songId: SONG, title: 'Archangel', by: 'Burial' }
const video = { kind: 'video', videoId: VIDEO, title: 'Archangel', channelName: 'Burial' }

let shown: string[] = []
beforeEach(() => {
  queryClient.clear()
  shown = []
  setNoticeView(({ message }) => void shown.push(message))
  useAuthStore.setState({ uid: 'mira' })
})

const prefers = (platform: PlayPlatform | null) => cacheResponse(playerCalls.getPreferredPlatform, {}, { platform })
// These are tracks and videos.
const chosen = (entry: Playable | null) => choosePlatform(entry as Song | Video)

test('a track on both platforms plays where the user prefers, and without a preference on Spotify', async () => {
  prefers('youtube')
  expect(await chosen(playableOf(item))).toEqual({ ...video, itemId: 'x' })
  prefers('spotify')
  expect(await chosen(playableOf(item))).toEqual({ ...song, itemId: 'x' })
  prefers(null)
  expect(await chosen(playableOf(item))).toEqual({ ...song, itemId: 'x' })
})

test('a link plays on the preferred platform, with a notice if its counterpart is a guess', async () => {
  const names = { title: 'Archangel', author: 'Burial' }
  const link = recognizeLink(`https://youtu.be/${VIDEO}`)!
  const target = recognizeLink(`https://open.spotify.com/track/${SONG}`)!
  prefers('spotify')
  expect(await chosen(playableOfLink(link, names, { target, is_guess: false }))).toEqual(song)
  expect(shown).toEqual([])
  expect(await chosen(playableOfLink(link, names, { target, is_guess: true }))).toEqual(song)
  expect(shown).toEqual(['Playing Archangel on Spotify. It’s probably the same, going by its name.'])
})

test('an artist and a channel on both platforms play where the user prefers, and a guess by name is announced', async () => {
  const CHANNEL = `UC${'c'.repeat(22)}`
  const artist = { kind: 'artist', artistId: SONG }
  const channel = { kind: 'channel', channelId: CHANNEL, channelName: 'Burial' }
  const both = { id: 'x', kind: 'artist' as const, name: 'Burial', by: null, spotify_id: SONG, youtube_id: CHANNEL }
  prefers('youtube')
  expect(await chosen(playableOf(both))).toEqual(channel)
  prefers(null)
  expect(await chosen(playableOf(both))).toEqual(artist)
  prefers('spotify')
  const link = recognizeLink(`https://www.youtube.com/channel/${CHANNEL}`)!
  const target = recognizeLink(`https://open.spotify.com/artist/${SONG}`)!
  expect(await chosen(playableOfLink(link, { title: 'Burial', author: null }, { target, is_guess: true }))).toEqual(artist)
  expect(shown).toEqual(['Playing Burial on Spotify. It’s probably the same, going by its name.'])
})

test('signed-out users have the setting of their browser', async () => {
  useAuthStore.setState({ uid: null })
  usePlayersSettings.setState({ settings: { ...defaultPlayerSettings, play_on: 'youtube' } })
  expect(await chosen(playableOf(item))).toEqual({ ...video, itemId: 'x' })
  usePlayersSettings.setState({ settings: defaultPlayerSettings })
  expect(await chosen(playableOf(item))).toEqual({ ...song, itemId: 'x' })
})
