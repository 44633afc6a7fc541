import { expect, test } from 'vitest'
import { splitMentions } from './mentions.ts'

const person = (userName: string) => ({ uid: userName, user_name: userName, name: userName, avatar_url: null })
const people = [person('emeka'), person('lena.f')]

test('members are mentioned by their user name; a dot ends the sentence, and other names stay text', () => {
  const parts = splitMentions('@Emeka and @lena.f. Not @nobody or me@emeka', people)
  expect(parts.map(({ text, person: who }) => [text, who?.uid ?? null])).toEqual([
    ['@Emeka', 'emeka'],
    [' and ', null],
    ['@lena.f', 'lena.f'],
    ['. Not @nobody or me@emeka', null],
  ])
})
