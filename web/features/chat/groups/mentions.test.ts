import { expect, test } from 'vitest'
import { mentionAtEnd, splitMentions, withMention } from './mentions.ts'

const person = (userName: string) => ({ uid: userName, user_name: userName, name: userName, avatar_url: null })
const people = [person('emeka'), person('lena.f')]

test.each([
  ['@', ''],
  ['hi @Eme', 'eme'],
  ['@emeka your track', null],
  ['mail@example', null],
  ['', null],
])('the name being written at the end of "%s" is %s', (text, expected) => {
  expect(mentionAtEnd(text)).toBe(expected)
})

test('a picked member completes the name', () => {
  expect(withMention('hi @Eme', 'emeka')).toBe('hi @emeka ')
})

test('members are mentioned by their user name; a dot ends the sentence, and other names stay text', () => {
  const parts = splitMentions('@Emeka and @lena.f. Not @nobody or me@emeka', people)
  expect(parts.map(({ text, person: who }) => [text, who?.uid ?? null])).toEqual([
    ['@Emeka', 'emeka'],
    [' and ', null],
    ['@lena.f', 'lena.f'],
    ['. Not @nobody or me@emeka', null],
  ])
})
