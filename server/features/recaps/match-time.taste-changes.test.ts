import { expect, test } from 'vitest'
import { PRINT_BARS, type Genre } from '#contract/taste/print.ts'
import { changesOf, type BroughtMaker } from './match-time.service.ts'

const maker = (makerId: string, by: string, plays: number, more: Partial<BroughtMaker> = {}): BroughtMaker => ({
  makerId,
  by,
  plays,
  first: 100,
  last: 140,
  bars: ['house'],
  ...more,
})

test('people are ranked by the share of the plays that they brought, with the tallest bar and the most played artist', () => {
  const brought = [
    maker('a', 'jonas', 10),
    maker('b', 'jonas', 9, { bars: ['jazz', 'other-music'] }),
    maker('c', 'lena', 30, { bars: ['other-music'] }),
  ]
  expect(changesOf(brought, 200)).toEqual([
    { by: 'lena', makers: 1, points: 15, makerId: 'c', bar: null },
    { by: 'jonas', makers: 2, points: 10, makerId: 'a', bar: PRINT_BARS.indexOf('house' satisfies Genre) },
  ])
})

test('leaves out items played for less than three weeks, and less than half a percent', () => {
  expect(changesOf([maker('a', 'jonas', 90, { last: 120 }), maker('b', 'lena', 1)], 300)).toEqual([])
  expect(changesOf([maker('a', 'jonas', 90, { last: 121 })], 300)).toHaveLength(1)
  expect(changesOf([], 0)).toEqual([])
})
