import { afterEach, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { anna, ben, setUpMoments, world } from './moments.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

const ARTIST = '4Z8W4fKeB5YxbusRsdQVPb'
const TRACK = '3n3Ppam7vgaVa1iaRUc9Lp'
const OTHER = '1n3Ppam7vgaVa1iaRUc9Lp'
const link = (kind: string, id: string) => `https://open.spotify.com/${kind}/${id}`
const HOUR = 3_600_000

setUpMoments()
afterEach(() => world.takeEvents())

const feedOf = async (viewer: Uid) => (await world.moments.feed(viewer, {})).moments.map(({ text }) => text)
const muteWord = (viewer: Uid, word: string, until: string | null = null) => world.mutes.muteWord(viewer, { word, until })
const inAnHour = () => new Date(world.clock.now().getTime() + HOUR).toISOString()

test('a muted word vanishes from the feed of this user alone, in any case, and not inside other words', async () => {
  for (const text of ['The SPOILER is out', 'spoilers everywhere', 'no surprise', 'Ärger', 'verärgert', 'ÄRGER!'])
    await world.post(ben, text)
  await muteWord(anna, 'spoiler')
  await muteWord(anna, 'ärger')
  expect(await feedOf(anna)).toEqual(['verärgert', 'no surprise', 'spoilers everywhere'])
  expect(await feedOf(ben)).toHaveLength(6)
})

test.each([
  ['a phrase', 'season finale', 'the Season\n finale is here', 'the season of the finale'],
  ['a word beside punctuation', 'matcha', '(matcha)', 'matchabar'],
  ['a hashtag', '#nowplaying', 'great #NowPlaying', '#nowplayingthis'],
  ['signs of the pattern language', 'c++ (.*)', 'about C++ (.*) today', 'about c today'],
  ['an emoji', '🎄', 'soon 🎄🎄', 'soon'],
  ['a script without spaces', '剧透', '没有剧透请', '没有'],
  ['Cyrillic', 'осень', 'Вот и ОСЕНЬ', 'осенью'],
  ['Arabic beside its comma', 'حفلة', 'حفلة، اليوم', 'حفلات'],
])('finds %s', async (_what, word, hidden, shown) => {
  await world.post(ben, shown)
  await world.post(ben, hidden)
  await muteWord(anna, word)
  expect(await feedOf(anna)).toEqual([shown])
})

test('the user’s own moments and their bookmarks stay', async () => {
  await world.post(anna, 'my spoiler')
  const saved = await world.post(ben, 'a spoiler to keep')
  await world.moments.bookmark(anna, saved.id)
  await muteWord(anna, 'spoiler')
  expect(await feedOf(anna)).toEqual(['my spoiler'])
  expect((await world.moments.feed(anna, { tab: 'bookmarks' })).moments).toHaveLength(1)
  expect((await world.moments.get(anna, saved.id)).text).toBe('a spoiler to keep')
})

test('pages stay full, and the list reaches its end', async () => {
  for (let index = 0; index < 12; index++) await world.post(ben, index % 2 === 0 ? `spoiler ${index}` : `news ${index}`)
  await muteWord(anna, 'spoiler')
  const first = await world.moments.feed(anna, { limit: 4 })
  const second = await world.moments.feed(anna, { limit: 4, cursor: first.next! })
  expect([first, second].map(({ moments }) => moments.map(({ text }) => text))).toEqual([
    ['news 11', 'news 9', 'news 7', 'news 5'],
    ['news 3', 'news 1'],
  ])
  expect(second.next).toBeNull()
})

test('muting an artist also hides their tracks, as main or further artist, and reposts', async () => {
  const [artist, track] = await world.media.resolve([
    { kind: 'artist', name: 'Khruangbin', spotify_id: ARTIST },
    { kind: 'track', name: 'Friday Morning', by: 'Khruangbin', spotify_id: TRACK, artists: [{ name: 'Khruangbin', spotify_id: ARTIST }] },
    {
      kind: 'track',
      name: 'Texas Sun',
      by: 'Leon Bridges',
      spotify_id: OTHER,
      artists: [
        { name: 'Leon Bridges', spotify_id: null },
        { name: 'Khruangbin', spotify_id: ARTIST },
      ],
    },
  ])
  await world.post(ben, `artist ${link('artist', ARTIST)}`)
  const original = await world.post(ben, `track ${link('track', TRACK)}`)
  await world.post(ben, `guest ${link('track', OTHER)}`)
  await world.post(ben, 'quote', 'everyone', { quote_of: original.id })
  await world.post(ben, 'something else')
  const mute = await world.mutes.muteItem(anna, artist!, null)
  expect(mute).toMatchObject({ word: null, item: { name: 'Khruangbin' }, until: null })
  expect(await feedOf(anna)).toEqual(['something else'])
  expect(await errorCode(world.mutes.muteItem(anna, track!, null))).toBe('invalid_input')
  await world.mutes.remove(anna, mute.id)
  expect(await feedOf(anna)).toHaveLength(5)
})

test('comments with a muted word are left out, and the count agrees', async () => {
  const moment = await world.post(ben, 'the film')
  for (const [author, text] of [
    [ben, 'a spoiler'],
    [anna, 'my spoiler'],
    [ben, 'nice'],
  ] as const) {
    world.clock.pass(1_000)
    await world.comments.post(author, moment.id, { text })
  }
  await muteWord(anna, 'spoiler')
  const { comments } = await world.comments.list(anna, moment.id, {})
  expect(comments.map(({ text }) => text)).toEqual(['my spoiler', 'nice'])
  expect((await world.moments.get(anna, moment.id)).comments).toBe(2)
  expect((await world.comments.list(ben, moment.id, {})).comments).toHaveLength(3)
})

test('ends at its time, and a new end replaces the old one', async () => {
  await world.post(ben, 'a spoiler')
  const { id } = await muteWord(anna, 'Spoiler', inAnHour())
  expect(await feedOf(anna)).toEqual([])
  const until = new Date(world.clock.now().getTime() + 2 * HOUR).toISOString()
  expect(await muteWord(anna, 'spoiler', until)).toEqual({ id, word: 'Spoiler', item: null, until })
  world.clock.pass(HOUR + 1)
  expect(await world.mutes.list(anna)).toHaveLength(1)
  expect(await feedOf(anna)).toEqual([])
  world.clock.pass(HOUR)
  expect([await world.mutes.list(anna), await feedOf(anna)]).toEqual([[], ['a spoiler']])
})

test('rejects an end in the past, an empty word, an unknown item, and too many words', async () => {
  const past = new Date(world.clock.now().getTime() - 1).toISOString()
  expect(await errorCode(muteWord(anna, 'x', past))).toBe('invalid_input')
  expect(await errorCode(muteWord(anna, '\u200b'))).toBe('invalid_input')
  expect(await errorCode(world.mutes.muteItem(anna, crypto.randomUUID(), null))).toBe('not_found')
  for (let index = 0; index < 100; index++) await muteWord(anna, `word number ${index}`)
  expect(await errorCode(muteWord(anna, 'one more'))).toBe('invalid_input')
  // The end of a known word can still change.
  expect((await muteWord(anna, 'word number 3', inAnHour())).until).not.toBeNull()
  await world.post(ben, 'about word number 42 today')
  await world.post(ben, 'about word number 142 today')
  expect(await feedOf(anna)).toEqual(['about word number 142 today'])
})

test('each change reaches the other devices of this user', async () => {
  const { id } = await muteWord(anna, 'spoiler')
  await world.mutes.remove(anna, id)
  const sent = world.hub.takeFrames().filter(({ event }) => event === 'content_mutes_changed')
  expect(sent.map(({ uid }) => uid)).toEqual([anna, anna])
})

test('only its user can remove a mute', async () => {
  const { id } = await muteWord(anna, 'spoiler')
  await world.mutes.remove(ben, id)
  expect(await world.mutes.list(anna)).toHaveLength(1)
  expect(await world.mutes.list(ben)).toEqual([])
})

test('names muted moments and comments for notifications', async () => {
  const muted = await world.post(ben, 'a spoiler')
  const other = await world.post(ben, 'news')
  const comment = await world.comments.post(ben, other.id, { text: 'spoiler!' })
  const mutedIds = async () => [...(await world.moments.mutedAmong(anna, async () => [muted.id, other.id, comment.id]))]
  expect(await mutedIds()).toEqual([])
  await muteWord(anna, 'spoiler')
  expect((await mutedIds()).toSorted()).toEqual([muted.id, comment.id].toSorted())
})
