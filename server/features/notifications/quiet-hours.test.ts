import { expect, test } from 'vitest'
import { isQuiet, nextDigest } from './quiet-hours.ts'

const next = (now: string, digest: 'daily' | 'weekly', zone: string) => nextDigest(new Date(now), digest, zone).toISOString()

test('a digest is due at the next 8:00 of the time zone, a weekly one on Monday', () => {
  expect(next('2026-11-26T06:59:00Z', 'daily', 'Europe/Berlin')).toBe('2026-11-26T07:00:00.000Z')
  expect(next('2026-11-26T07:00:00Z', 'daily', 'Europe/Berlin')).toBe('2026-11-27T07:00:00.000Z')
  expect(next('2026-11-26T07:00:00Z', 'weekly', 'Europe/Berlin')).toBe('2026-11-30T07:00:00.000Z')
  expect(next('2026-11-30T07:00:00Z', 'weekly', 'Europe/Berlin')).toBe('2026-12-07T07:00:00.000Z')
  // In Auckland this is Monday, 7:00.
  expect(next('2026-11-29T18:00:00Z', 'weekly', 'Pacific/Auckland')).toBe('2026-11-29T19:00:00.000Z')
})

test('it is 8:00 even on a day on which the clocks change', () => {
  expect(next('2026-03-28T08:00:00Z', 'daily', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z')
  expect(next('2026-10-24T08:00:00Z', 'daily', 'Europe/Berlin')).toBe('2026-10-25T07:00:00.000Z')
  expect(next('2026-10-24T08:00:00Z', 'weekly', 'Europe/Berlin')).toBe('2026-10-26T07:00:00.000Z')
})

test.each([
  // The nights from Saturday to Sunday in which the clocks change, and from Thursday to Friday at the end of the year.
  ['Europe/Berlin', [6], '2026-03-28T21:00:00Z', '2026-03-29T05:00:00Z'],
  ['Europe/Berlin', [6], '2026-10-24T20:00:00Z', '2026-10-25T06:00:00Z'],
  ['America/New_York', [6], '2026-03-08T03:00:00Z', '2026-03-08T11:00:00Z'],
  ['America/New_York', [6], '2026-11-01T02:00:00Z', '2026-11-01T12:00:00Z'],
  ['Asia/Kolkata', [4], '2026-12-31T16:30:00Z', '2027-01-01T01:30:00Z'],
  ['Pacific/Apia', [4], '2026-12-31T09:00:00Z', '2026-12-31T18:00:00Z'],
])('quiet hours from 22:00 to 7:00 in %s on the weekday %j last from %s to %s', (zone, days, from, until) => {
  const isQuietAt = (time: string, moreMs: number) =>
    isQuiet({ quiet: { from: 22 * 60, until: 7 * 60, days }, time_zone: zone }, new Date(Date.parse(time) + moreMs))
  expect([isQuietAt(from, -1), isQuietAt(from, 0), isQuietAt(until, -1), isQuietAt(until, 0)]).toEqual([false, true, true, false])
})
