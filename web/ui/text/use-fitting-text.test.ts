import { expect, test } from 'vitest'
import { longestFitting } from './use-fitting-text.ts'

test('returns the longest text that fits, or else the shortest', () => {
  const [long, short] = ['Message Jonas, or paste a link', 'Message Jonas']
  const width = (text: string) => text.length * 8
  expect([400, 244].map((px) => longestFitting([long, short], px, width))).toEqual([long, long])
  expect([243, 108, 90, 0, Number.NaN].map((px) => longestFitting([long, short], px, width))).toEqual([short, short, short, short, short])
})
