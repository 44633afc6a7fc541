import { expect, test } from 'vitest'
import { messageTypeOf } from '#web/features/chat/engine/text.ts'
import { linkOfItem } from '#web/features/links/item-link.ts'
import { isOpener, isPlayOpener, joinLink, artistTitleQuery, trailingLink } from './share-text.ts'

const spotifyId = '4uLU6hMCjMI75M1A2tKUQC'

test('an item is shared by its link on Spotify, or else on YouTube', () => {
  expect(linkOfItem({ kind: 'track', spotify_id: spotifyId, youtube_id: 'dQw4w9WgXcQ' })).toBe(
    `https://open.spotify.com/track/${spotifyId}`,
  )
  expect(linkOfItem({ kind: 'track', spotify_id: null, youtube_id: 'dQw4w9WgXcQ' })).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  expect(linkOfItem({ kind: 'video', spotify_id: null, youtube_id: 'dQw4w9WgXcQ' })).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  expect(linkOfItem({ kind: 'channel', spotify_id: null, youtube_id: 'UCx' })).toBe('https://www.youtube.com/channel/UCx')
  expect(linkOfItem({ kind: 'artist', spotify_id: null, youtube_id: null })).toBeNull()
})

test('a shared link alone is a message of its kind', () => {
  const link = linkOfItem({ kind: 'track', spotify_id: spotifyId, youtube_id: null }) ?? ''
  expect(messageTypeOf(joinLink('', link)).type).not.toBe('text')
  expect(joinLink('Listen:', link)).toBe(`Listen: ${link}`)
})

test('“artist - title” is a query; sentences, links, and several lines are not', () => {
  expect(artistTitleQuery(' Burial - Archangel ')).toBe('Burial - Archangel')
  expect(artistTitleQuery('Fairuz – نسم علينا الهوى')).toBe('Fairuz – نسم علينا الهوى')
  for (const text of [
    'Burial-Archangel',
    'one - two - three',
    'Burial -',
    `see https://open.spotify.com/track/${spotifyId} - great`,
    'Burial - Archangel\nis great',
    'I think that we should all go there together - or maybe not',
  ])
    expect(artistTitleQuery(text)).toBeNull()
})

test('a slash or a plus opens the search only in an empty field', () => {
  expect([isOpener('', '/'), isOpener('', '+'), isOpener('', 'a'), isOpener('1', '1+'), isOpener('/', '')]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('“play:” opens the search when it is typed at the start of a text', () => {
  expect([isPlayOpener('play', 'play:'), isPlayOpener('', 'Play:')]).toEqual([true, true])
  expect([isPlayOpener('play:s', 'play:'), isPlayOpener('we play', 'we play:'), isPlayOpener('play:', 'play: it')]).toEqual([
    false,
    false,
    false,
  ])
})

test('the link at the end of a text is separated from the words before it', () => {
  const link = 'https://youtu.be/dQw4w9WgXcQ'
  for (const before of ['', 'Listen', 'Listen ', 'two\nlines '])
    expect(trailingLink(joinLink(before, link))).toEqual({ word: link, before })
  expect(trailingLink(`two\n${link}`)).toEqual({ word: link, before: 'two' })
  for (const text of ['', 'Listen', `${link} now`, `${link} `, 'https://example.org/']) expect(trailingLink(text)).toBeNull()
})
