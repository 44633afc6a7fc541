import { expect, it } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = Date.parse('2026-03-03T12:00:00Z')
const ago = (ms: number) => relativeTime(new Date(now - ms).toISOString(), 'en-US', now)

it('uses the largest unit that fits', () => {
  expect(ago(30_000)).toBe('now')
  expect(ago(4 * 60_000 + 59_000)).toBe('4 min. ago')
  expect(ago(26 * 3_600_000)).toBe('yesterday')
  expect(ago(40 * 24 * 3_600_000)).toBe('last mo.')
})

it('shows a future time as now, never "in 2 minutes"', () => {
  expect(ago(-120_000)).toBe('now')
})
