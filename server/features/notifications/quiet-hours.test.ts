import { expect, test } from 'vitest'
import { nextDigest } from './quiet-hours.ts'

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
