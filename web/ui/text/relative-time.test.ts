import { expect, it } from 'vitest'
import { relativeTime } from './relative-time.ts'

// Noon in any time zone: the day before is named by the local calendar.
const now = new Date(2026, 2, 3, 12).getTime()
const ago = (ms: number) => relativeTime(new Date(now - ms).toISOString(), 'en-US', now)

it('uses the largest unit that fits', () => {
  expect(ago(30_000)).toBe('now')
  expect(ago(4 * 60_000 + 59_000)).toBe('4\u00a0min.\u00a0ago')
  expect(ago(26 * 3_600_000)).toBe('yesterday')
  expect(ago(40 * 24 * 3_600_000)).toBe('1\u00a0mo.\u00a0ago')
})

it('says "yesterday" only for the day before, and "last week" or "last month" never for a day of this one', () => {
  const localTime = (...local: [number, number, number, number]) => new Date(...local)
  const ofTime = (then: Date, later: Date) => relativeTime(then.toISOString(), 'en-US', later.getTime())
  // Wednesday at 1 AM: 47 hours after Monday at 2 AM.
  expect(ofTime(localTime(2026, 2, 2, 2), localTime(2026, 2, 4, 1))).toBe('2\u00a0days\u00a0ago')
  expect(ofTime(localTime(2026, 2, 3, 0), localTime(2026, 2, 4, 1))).toBe('yesterday')
  expect(ofTime(localTime(2026, 2, 1, 0), localTime(2026, 2, 31, 12))).toBe('1\u00a0mo.\u00a0ago')
  expect(ofTime(localTime(2026, 2, 2, 0), localTime(2026, 2, 15, 12))).toBe('1\u00a0wk.\u00a0ago')
})

it('shows a future time as now, never "in 2 minutes"', () => {
  expect(ago(-120_000)).toBe('now')
})
