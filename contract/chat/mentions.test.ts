import { expect, test } from 'vitest'
import { mentionedNames, mentionParts } from './mentions.ts'

test('finds user names after an @, each once, in lower case and without the dot of a sentence', () => {
  expect(mentionedNames('@Mira.Lund and @jonas_k, ask @mira.lund.')).toEqual(['mira.lund', 'jonas_k'])
})

test('ignores an @ in URLs, email addresses and words, and names that are too short', () => {
  expect(mentionedNames('a@mira.example https://tiktok.com/@mira x@@mira @ab')).toEqual([])
})

test('the parts of a text join to the text', () => {
  const text = 'Hey @mira.lund. Listen!'
  expect(mentionParts(text)).toEqual([
    { text: 'Hey ', userName: null },
    { text: '@mira.lund', userName: 'mira.lund' },
    { text: '. Listen!', userName: null },
  ])
})
