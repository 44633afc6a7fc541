import { expect, test } from 'vitest'
import { isOnlyEmoji, splitFound, messageTypeOf, textBesideCard } from './text.ts'

const ARTIST = '2mVVjNmdjXZZDvhgQWiakk'

test.each([
  ['hello', { type: 'text', referenceItem: [] }],
  ['see https://youtu.be/YE7VzlLtp-4', { type: 'text', referenceItem: [] }],
  ['https://youtu.be/YE7VzlLtp-4', { type: 'link', referenceItem: [] }],
  [`https://open.spotify.com/artist/${ARTIST}`, { type: 'spotify artist', referenceItem: [ARTIST] }],
  [`https://open.spotify.com/track/${ARTIST}`, { type: 'spotify track', referenceItem: [ARTIST] }],
  [`https://open.spotify.com/album/${ARTIST}`, { type: 'link', referenceItem: [] }],
])('%s is sent with its own type', (text, expected) => {
  expect(messageTypeOf(text)).toEqual(expected)
})

test.each([
  ['text', 'play https://youtu.be/YE7VzlLtp-4', [], 'play'],
  ['link', 'https://youtu.be/YE7VzlLtp-4', [], ''],
  ['youtube video', 'this one', ['YE7VzlLtp-4'], 'this one'],
  ['youtube video', 'this one https://youtu.be/YE7VzlLtp-4', ['YE7VzlLtp-4'], 'this one'],
  ['text', 'see https://example.org', [], 'see https://example.org'],
] as const)('beside its card a %s message "%s" shows only the text that the card lacks', (type, content, referenceItem, words) => {
  expect(textBesideCard({ type, content, referenceItem })).toBe(words)
})

test.each([
  ['🎉', true],
  ['👩‍🎤 🎸', true],
  ['🇩🇪🎵❤️', true],
  ['🎉🎉🎉🎉', false],
  ['ok 🎉', false],
  ['3', false],
  ['', false],
])('%s is drawn large: %s', (text, expected) => {
  expect(isOnlyEmoji(text)).toBe(expected)
})

test('splitFound highlights search terms literally, and cuts text far before them', () => {
  expect(splitFound('That bassline though', 'bass')).toEqual([
    { text: 'That ', isFound: false },
    { text: 'bass', isFound: true },
    { text: 'line though', isFound: false },
  ])
  expect(splitFound('costs (a lot)', '(a')).toEqual([
    { text: 'costs ', isFound: false },
    { text: '(a', isFound: true },
    { text: ' lot)', isFound: false },
  ])
  const [start] = splitFound(`${'x'.repeat(500)} bassline`, 'bassline')
  expect(start?.text.length).toBeLessThan(60)
  expect(splitFound('nothing', '  ')).toEqual([{ text: 'nothing', isFound: false }])
})
