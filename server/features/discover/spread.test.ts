import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { spread } from './spread.ts'

const spreadLetters = (text: string): string => spread(text.split(''), (letter) => letter).join('')

test('places no two items of a creator in a row and preserves the order otherwise', () => {
  expect(spreadLetters('abcabc')).toBe('abcabc')
  expect(spreadLetters('aabbc')).toBe('ababc')
  expect(spreadLetters('baa')).toBe('aba')
  expect(spreadLetters('bcaa')).toBe('baca')
})

test('leaves out items that fit nowhere', () => {
  expect(spreadLetters('aaab')).toBe('aba')
  expect(spreadLetters('aaa')).toBe('a')
})

test('keeps both rules for any input', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (items) => {
      const placed = spread(items, (item) => item)
      expect(placed.some((item, index) => index > 0 && item === placed[index - 1])).toBe(false)
      expect(new Set(placed)).toEqual(new Set(items))
    }),
  )
})
