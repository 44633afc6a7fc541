import { expect, test } from 'vitest'
import { dayOfDate, localDays } from '#server/platform/local-day.ts'
import { firstShares, type Share } from './brought.ts'

const share = (itemId: string, at: string, by = 'jonas'): Share => ({ itemId, by, how: 'sent', at: new Date(at), where: 'chat' })
/** @param first a day, or a time */
function broughtBy(shares: readonly Share[], first: string, zone = 'UTC') {
  const dayOf = localDays(zone)
  const time = Date.parse(first)
  const played = first.includes('T') ? { day: dayOf(time), minute: time / 60_000 } : { day: dayOfDate(first), minute: null }
  return firstShares(shares, new Map([['a', played]]), dayOf).get('a')?.by
}

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

test('an old share does not count, and the day is in the user’s time zone', () => {
  expect(broughtBy([share('a', '2026-09-01T10:00:00Z')], '2026-11-17')).toBeUndefined()
  expect(broughtBy([share('a', '2026-11-10T23:30:00Z')], '2026-11-10')).toBe('jonas')
  expect(broughtBy([share('a', '2026-11-10T23:30:00Z')], '2026-11-10', 'Europe/Berlin')).toBeUndefined()
})

test('an item played before it was shared is not brought, even on the same day', () => {
  const shares = [share('a', '2026-11-10T10:00:30Z')]
  expect(broughtBy(shares, '2026-11-10T09:59:00Z')).toBeUndefined()
  expect(broughtBy(shares, '2026-11-10T10:00:00Z')).toBe('jonas')
  expect(broughtBy(shares, '2026-11-10T10:01:00Z')).toBe('jonas')
})
