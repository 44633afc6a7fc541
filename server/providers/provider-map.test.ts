import { expect, test } from 'vitest'
import { artistRows, trackRows } from '#server/providers/spotify/spotify.map.ts'
import { listenRows } from '#server/providers/listenbrainz/listenbrainz.map.ts'
import { recentListens } from '#server/providers/listenbrainz/listenbrainz.shapes.ts'
import { trackRows as lastfmRows } from '#server/providers/lastfm/lastfm.map.ts'
import { topTracks } from '#server/providers/lastfm/lastfm.shapes.ts'
import { durationMs, likedRows, subscriptionRows, topicArtist } from '#server/providers/youtube/youtube.map.ts'

const id = (letter: string) => letter.repeat(22)
const channel = (letter: string) => `UC${letter.repeat(22)}`
const video = (title: string, channelTitle: string, privacyStatus = 'public') => ({
  id: 'v'.repeat(11),
  snippet: { title, channelId: channel('a'), channelTitle },
  status: { privacyStatus },
})

test('the rank in a top list determines the weight, and the time range scales it', () => {
  const rows = artistRows('long_term', 1, [
    { id: id('a'), name: 'First' },
    { id: id('b'), name: 'Second' },
  ])
  expect(rows[0]).toEqual({
    kind: 'artist',
    name: 'First',
    by: null,
    spotify_id: id('a'),
    youtube_id: null,
    weight: 1,
    rank: 1,
    range: 'all_time',
  })
  expect(Math.sqrt(rows[1]?.weight ?? 0)).toBeCloseTo(1 / Math.log2(3))
})

test('ranks continue across pages', () => {
  expect(artistRows('short_term', 11, [{ id: id('a'), name: 'Eleventh' }])[0]).toMatchObject({ rank: 11, range: '4_weeks' })
})

test('leaves out local files and removed entries', () => {
  const track = { id: id('t'), name: 'Song', artists: [{ name: 'Band' }, { name: 'Guest' }] }
  expect(trackRows('saved', 1, [null, { ...track, id: null }, { ...track, is_local: true }, track])).toMatchObject([
    { kind: 'track', name: 'Song', by: 'Band', rank: 4 },
  ])
})

test('a track includes all its artists with their ids, and its ISRC', () => {
  const track = {
    id: id('t'),
    name: 'Song',
    artists: [{ id: id('b'), name: 'Band' }, { id: id('g'), name: 'Guest' }, { name: 'Unlisted' }],
    external_ids: { isrc: 'USUM71703861' },
  }
  expect(trackRows('saved', 1, [track])[0]).toMatchObject({
    by: 'Band',
    artists: [
      { name: 'Band', spotify_id: id('b') },
      { name: 'Guest', spotify_id: id('g') },
      { name: 'Unlisted', spotify_id: null },
    ],
    isrc: 'USUM71703861',
  })
})

test('an artist’s automatic channel is the artist; a channel that only sounds like one is a channel', () => {
  expect(topicArtist('Gorillaz - Topic')).toBe('Gorillaz')
  expect(topicArtist('Off - Topic - Topic')).toBe('Off - Topic')
  expect([topicArtist('Off Topic'), topicArtist(' - Topic'), topicArtist('Gorillaz - Topics')]).toEqual([null, null, null])
  const rows = subscriptionRows(1, [
    { snippet: { title: 'Gorillaz - Topic', resourceId: { channelId: channel('g') } } },
    { snippet: { title: '3Blue1Brown', resourceId: { channelId: channel('b') } } },
  ])
  expect(rows.map(({ kind, name, youtube_id }) => [kind, name, youtube_id])).toEqual([
    ['artist', 'Gorillaz', channel('g')],
    ['channel', '3Blue1Brown', channel('b')],
  ])
})

test('topics of a YouTube channel become our topics, or genres for an automatic channel; unknown ones are left out', () => {
  const about = (...names: string[]) => names.map((name) => `https://en.wikipedia.org/wiki/${name}`)
  const rows = subscriptionRows(
    1,
    ['Gorillaz - Topic', 'Scott The Woz', '3Blue1Brown', 'Somechannel'].map((title, index) => ({
      snippet: { title, resourceId: { channelId: channel(`${index}`) } },
    })),
    new Map([
      [channel('0'), { topics: about('Music', 'Hip_hop_music'), subscribers: 900 }],
      [channel('1'), { topics: about('Video_game_culture', 'Lifestyle_(sociology)'), subscribers: 1_870_000 }],
      [channel('2'), { topics: about('Knowledge'), subscribers: null }],
    ]),
  )
  expect(rows.map((row) => [row.kind, row.topics])).toEqual([
    ['artist', ['hip-hop']],
    ['channel', ['gaming']],
    ['channel', undefined],
    ['channel', undefined],
  ])
  expect(rows.slice(2).some((row) => 'topics' in row || 'bars' in row)).toBe(false)
  // An artist's automatic channel has its own subscribers, who are not those of the artist.
  expect(rows.map((row) => row.size)).toEqual([undefined, { count: 1_870_000, unit: 'subscribers' }, undefined, undefined])
})

test('a liked video has a category and topics; a track of an automatic channel has only topics', () => {
  const about = (category: string, topic: string, channelTitle: string) => ({
    ...video('Once', channelTitle),
    snippet: { ...video('Once', channelTitle).snippet, categoryId: category },
    topicDetails: { topicCategories: [`https://en.wikipedia.org/wiki/${topic}`] },
  })
  const rows = likedRows(1, [
    about('17', 'Humour', 'Somechannel'),
    about('27', 'Knowledge', 'Somechannel'),
    about('1', 'Jazz', 'Bonobo - Topic'),
  ])
  expect(rows.map(({ kind, bars, topics }) => [kind, bars, topics])).toEqual([
    ['video', ['sport'], ['comedy']],
    ['video', undefined, undefined],
    ['track', undefined, ['jazz']],
  ])
})

test('a liked video of an automatic channel is a track; private ones are left out', () => {
  const rows = likedRows(1, [
    video('Feel Good Inc.', 'Gorillaz - Topic'),
    video('Secret', 'Somechannel', 'private'),
    video('Big Buck Bunny', 'Blender'),
  ])
  expect(rows.map(({ kind, name, by }) => [kind, name, by])).toEqual([
    ['track', 'Feel Good Inc.', 'Gorillaz'],
    ['video', 'Big Buck Bunny', 'Blender'],
  ])
})

test('tracks and videos have their length, where the platform knows it', () => {
  expect(trackRows('saved', 1, [{ id: id('t'), name: 'Song', artists: [{ name: 'Band' }], duration_ms: 253_400 }])[0]).toMatchObject({
    duration_ms: 253_400,
  })
  expect(likedRows(1, [{ ...video('Once', 'Somechannel'), contentDetails: { duration: 'PT4M13S' } }])[0]).toMatchObject({
    duration_ms: 253_000,
  })
  const lastfm = ['253', '0', 'unknown', undefined].map((duration) => ({
    name: 'Song',
    playcount: '1',
    artist: { name: 'Band' },
    duration,
  }))
  const attributes = { user: 'x', page: '1', totalPages: '1', total: '4' }
  const { track } = topTracks.parse({ toptracks: { track: lastfm, '@attr': attributes } }).toptracks
  expect(lastfmRows('overall', 1, 1, track).map((row) => row.duration_ms)).toEqual([253_000, null, null, null])
  const info = [{ duration_ms: 253_400 }, { duration: '253' }, { duration_ms: 'long' }, undefined]
  const listens = info.map((additional_info, index) => ({
    track_metadata: { artist_name: 'Band', track_name: `Song ${index}`, additional_info },
  }))
  expect(listenRows(recentListens.parse({ payload: { listens, user_id: 'x' } }).payload.listens).map((row) => row.duration_ms)).toEqual([
    253_400,
    253_000,
    null,
    null,
  ])
})

test('durations of YouTube are read in ISO 8601; streams have none', () => {
  expect(['PT13S', 'PT4M', 'PT1H2S', 'P1DT1M', 'P0D', '4:13', undefined].map(durationMs)).toEqual([
    13_000,
    240_000,
    3_602_000,
    86_460_000,
    null,
    null,
    null,
  ])
})
