import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeCharts } from './place-charts.ts'
import { FEW_ITEMS } from './relevance.ts'

type Entry = { name: string; worth: number }
/** Capitals are the charts; the first letter ranks highest. */
const place = (names: string, known = FEW_ITEMS): string =>
  placeCharts(
    names.split('').map((name, index): Entry => ({ name, worth: names.length - index })),
    ({ name }) => name !== name.toLowerCase(),
    known,
  )
    .map(({ name }) => name)
    .join('')

test('at most four of five positions contain chart items, and the order stays the same otherwise', () => {
  expect(place('ABcDefg')).toBe('ABcDefg')
  expect(place('ABCDEFGHIabcdefg')).toBe('ABCDaEFGHbIcdefg')
  expect(place('abcdefghijABCDEFG')).toBe('abcdefghijABCDEFG')
})

test('a user with few items first sees an item outside the charts, and then charts at no more than every second position', () => {
  expect(place('ABCabcd', FEW_ITEMS - 1)).toBe('aAbBcCd')
  expect(place('abcABC', 0)).toBe('abcABC')
})

test('the charts come last', () => {
  expect(place('ABCDEFGa')).toBe('ABCDaEFG')
  expect(place('ABC', 0)).toBe('ABC')
})

test('keeps every item, applies the limit while others are left, and orders by decreasing relevance', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), fc.integer({ min: 0, max: 40 }), (charts, known) => {
      const items = charts.map((isChart, index) => ({ at: index, isChart, worth: charts.length - index }))
      const found = placeCharts(items, ({ isChart }) => isChart, known)
      expect(found.map(({ at }) => at).toSorted((a, b) => a - b)).toEqual(items.map(({ at }) => at))
      expect(found.every(({ worth }, index) => index === 0 || worth <= found[index - 1]!.worth)).toBe(true)
      const lastOther = found.findLastIndex(({ isChart }) => !isChart)
      for (let first = 1; first <= lastOther + 1; first++) {
        const limit = known < FEW_ITEMS ? Math.floor(first / 2) : Math.ceil(0.8 * first)
        expect(found.slice(0, first).filter(({ isChart }) => isChart).length).toBeLessThanOrEqual(limit)
      }
    }),
  )
})
