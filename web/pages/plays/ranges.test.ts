import { expect, test } from 'vitest'
import { isRange, moved, pathOf, presetOf, rangeAround, rangeOfPath, today } from './ranges.ts'

test('weeks begin on Monday; months and years follow the calendar', () => {
  expect(rangeAround('2026-11-22', 'week')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(rangeAround('2028-02-10', 'month')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(rangeAround('2026-11-22', 'year')).toEqual({ from: '2026-01-01', to: '2026-12-31' })
})

test('a range moves to the next of its kind, and any other by its length', () => {
  expect(moved({ from: '2026-03-01', to: '2026-03-31' }, -1)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(moved({ from: '2026-12-28', to: '2027-01-03' }, 1)).toEqual({ from: '2027-01-04', to: '2027-01-10' })
  expect(moved({ from: '2026-01-01', to: '2026-12-31' }, 1)).toEqual({ from: '2027-01-01', to: '2027-12-31' })
  expect(moved({ from: '2026-11-03', to: '2026-11-05' }, -1)).toEqual({ from: '2026-10-31', to: '2026-11-02' })
  expect(presetOf({ from: '2026-11-03', to: '2026-11-05' })).toBe(null)
})

test('only two days in order are a range', () => {
  expect(
    [
      ['2026-01-01', '2026-01-01'],
      ['2026-01-02', '2026-01-01'],
      ['2026-1-1', '2026-02-01'],
      ['2026-13-01', '2027-01-01'],
      ['2026-02-01', '2026-02-30'],
    ].map(([from = '', to = '']) => isRange({ from, to })),
  ).toEqual([true, false, false, false, false])
  expect(isRange({ from: today(), to: today() })).toBe(true)
  const range = { from: '2026-11-01', to: '2026-11-30' }
  expect(rangeOfPath(pathOf(range).replace('/plays/', ''))).toEqual(range)
  expect(isRange(rangeOfPath('constructor'))).toBe(false)
})
