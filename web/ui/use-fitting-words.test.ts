import { expect, test } from 'vitest'
import { fitting } from './use-fitting-words.ts'

test('the longest words that fit are shown, and where none does the shortest', () => {
  const words = ['Message Jonas, or paste a link', 'Message Jonas']
  const width = (text: string) => text.length * 8
  expect([400, 244, 243, 108, 90, 0, Number.NaN].map((px) => fitting(words, px, width))).toEqual([
    ...[words[0], words[0]],
    ...[words[1], words[1], words[1], words[1], words[1]],
  ])
})
