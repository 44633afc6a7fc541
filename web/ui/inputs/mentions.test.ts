import { expect, test } from 'vitest'
import { matchesMention, mentionAt, withMention } from './mentions.ts'

test.each([
  ['@|', ''],
  ['hi @Eme|', 'eme'],
  ['hi @Em|eka, listen', 'em'],
  ['@emeka| your track', 'emeka'],
  ['@emeka your track|', null],
  ['mail@example|', null],
  ['|', null],
])('the name being written at the cursor of "%s" is %s', (marked, expected) => {
  const cursor = marked.indexOf('|')
  expect(mentionAt(marked.replace('|', ''), cursor)?.typed ?? null).toBe(expected)
})

test.each([
  ['hi @Eme|', 'hi @emeka |'],
  ['hi @Em|eka, listen', 'hi @emeka |, listen'],
  ['hi @Em| listen', 'hi @emeka |listen'],
  ['hi @Em|\nlisten', 'hi @emeka |\nlisten'],
])('choosing a person in "%s" gives "%s"', (marked, expected) => {
  const cursor = marked.indexOf('|')
  const text = marked.replace('|', '')
  const next = withMention(text, mentionAt(text, cursor)!, 'emeka')
  expect(`${next.text.slice(0, next.cursor)}|${next.text.slice(next.cursor)}`).toBe(expected)
})

test('a person is found by the beginning of the user name or of any name, without accents', () => {
  const person = { uid: 'u1', user_name: 'kai.sol', name: 'José Ólafur', avatar_url: null }
  expect(['kai', 'jose', 'ola', 'sol', ''].map((typed) => matchesMention(person, typed))).toEqual([true, true, true, false, true])
})
