import { expect, test } from 'vitest'
import { dayOfDate, localDays } from '#server/platform/local-day.ts'
import { firstShares, type Share } from './brought.ts'

const share = (itemId: string, at: string, by = 'jonas'): Share => ({ itemId, by, how: 'sent', at: new Date(at), where: 'chat' })
const broughtBy = (shares: readonly Share[], firstDay: string, zone = 'UTC') =>
  firstShares(shares, new Map([['a', dayOfDate(firstDay)]]), localDays(zone)).get('a')?.by

test('an item is brought by the first buddy who showed it before the first play', () => {
  const shares = [
    share('a', '2026-11-12T10:00:00Z', 'lena'),
    share('a', '2026-11-10T10:00:00Z'),
    share('b', '2026-11-01T10:00:00Z', 'tomas'),
  ]
  expect(broughtBy(shares, '2026-11-17')).toBe('jonas')
  expect(broughtBy(shares, '2026-11-10')).toBe('jonas')
  expect(broughtBy(shares, '2026-11-09')).toBeUndefined()
  expect(broughtBy(shares.slice(0, 1), '2026-11-11')).toBeUndefined()
})

test('a share of long ago has not brought it, and the day is that of the user', () => {
  expect(broughtBy([share('a', '2026-09-01T10:00:00Z')], '2026-11-17')).toBeUndefined()
  expect(broughtBy([share('a', '2026-11-10T23:30:00Z')], '2026-11-10')).toBe('jonas')
  expect(broughtBy([share('a', '2026-11-10T23:30:00Z')], '2026-11-10', 'Europe/Berlin')).toBeUndefined()
})
