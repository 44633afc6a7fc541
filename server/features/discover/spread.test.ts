import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { spread } from './spread.ts'

const letters = (text: string): string => spread(text.split(''), (letter) => letter).join('')

test('no two of one maker stand in a row, and the order stays as far as it can', () => {
  expect(letters('abcabc')).toBe('abcabc')
  expect(letters('aabbc')).toBe('ababc')
  expect(letters('baa')).toBe('aba')
  expect(letters('bcaa')).toBe('baca')
})

test('what fits nowhere is left out', () => {
  expect(letters('aaab')).toBe('aba')
  expect(letters('aaa')).toBe('a')
})

test('whatever comes in', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (things) => {
      const placed = spread(things, (thing) => thing)
      expect(placed.some((thing, at) => at > 0 && thing === placed[at - 1])).toBe(false)
      expect(new Set(placed)).toEqual(new Set(things))
    }),
  )
})
