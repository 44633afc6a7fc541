import { expect, test } from 'vitest'
import { formatPeriod, movedPeriod, parsePeriod } from './periods.ts'

test.each([
  ['2026-11-18', 'week', '2026-11-16', '2026-11-22', '2026-11-16'],
  ['2026-02', 'month', '2026-02-01', '2026-02-28', '2026-02'],
  ['2028-02', 'month', '2028-02-01', '2028-02-29', '2028-02'],
  ['2026', 'year', '2026-01-01', '2026-12-31', '2026'],
  ['2026-11-03--2026-11-20', 'range', '2026-11-03', '2026-11-20', '2026-11-03--2026-11-20'],
])('reads %s as a %s and writes it as one address', (text, kind, from, to, address) => {
  const period = parsePeriod(text)
  expect(period).toEqual({ kind, from, to })
  expect(period && formatPeriod(period)).toBe(address)
})

test.each(['', '26', '2026-13', '2026-00', '2026-02-30', '2026-11-31', '2026-11-20--2026-11-03', '2026-11-03--', '2026-11-03--2026-02-30'])(
  'rejects %j',
  (text) => {
    expect(parsePeriod(text)).toBeNull()
  },
)

test.each([
  ['2026-01-01', '2025-12-22', '2026-01-05'],
  ['2026-01', '2025-12', '2026-02'],
  ['2026', '2025', '2027'],
  ['2026-02-27--2026-03-02', '2026-02-23--2026-02-26', '2026-03-03--2026-03-06'],
])('the periods around %s are %s and %s', (text, older, newer) => {
  const period = parsePeriod(text)
  expect(period && [formatPeriod(movedPeriod(period, -1)), formatPeriod(movedPeriod(period, 1))]).toEqual([older, newer])
})
