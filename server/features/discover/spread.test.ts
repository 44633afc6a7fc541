import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { spread } from './spread.ts'

const letters = (text: string): string => spread(text.split(''), (letter) => letter).join('')

test('places no two items of a creator in a row and preserves the order otherwise', () => {
  expect(letters('abcabc')).toBe('abcabc')
  expect(letters('aabbc')).toBe('ababc')
  expect(letters('baa')).toBe('aba')
  expect(letters('bcaa')).toBe('baca')
})

test('leaves out items that fit nowhere', () => {
  expect(letters('aaab')).toBe('aba')
  expect(letters('aaa')).toBe('a')
})

test('holds for any input', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (items) => {
      const placed = spread(items, (item) => item)
      expect(placed.some((item, at) => at > 0 && item === placed[at - 1])).toBe(false)
      expect(new Set(placed)).toEqual(new Set(items))
    }),
  )
})
