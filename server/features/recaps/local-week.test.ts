import { expect, test } from 'vitest'
import { dateOfDay, dayOfDate, mondayOf } from '#server/platform/local-day.ts'
import { localWeek } from './local-week.ts'

const weekAt = (at: string, zone: string) => {
  const { last, isCardTime } = localWeek(new Date(at), zone)
  return `${dateOfDay(last)} ${isCardTime}`
}

test('a week begins on Monday', () => {
  const monday = dayOfDate('2026-11-16')
  expect([0, 1, 6, 7, -1].map((day) => dateOfDay(mondayOf(monday + day)))).toEqual([
    '2026-11-16',
    '2026-11-16',
    '2026-11-16',
    '2026-11-23',
    '2026-11-09',
  ])
})

test('the last week is ready from Monday, 8 AM, to Wednesday in the time zone of the user', () => {
  expect(weekAt('2026-11-23T06:59:00Z', 'Europe/Berlin')).toBe('2026-11-09 false')
  expect(weekAt('2026-11-23T07:00:00Z', 'Europe/Berlin')).toBe('2026-11-16 true')
  expect(weekAt('2026-11-23T07:00:00Z', 'America/New_York')).toBe('2026-11-09 false')
  expect(weekAt('2026-11-22T21:00:00Z', 'Pacific/Auckland')).toBe('2026-11-16 true')
  expect(weekAt('2026-11-25T22:59:00Z', 'Europe/Berlin')).toBe('2026-11-16 true')
  expect(weekAt('2026-11-25T23:00:00Z', 'Europe/Berlin')).toBe('2026-11-16 false')
})

test('8 AM stays 8 AM when the clocks change', () => {
  // Summer time ends in Berlin on 2026-10-25 and begins on 2026-03-29.
  expect(weekAt('2026-10-26T06:59:00Z', 'Europe/Berlin')).toBe('2026-10-12 false')
  expect(weekAt('2026-10-26T07:00:00Z', 'Europe/Berlin')).toBe('2026-10-19 true')
  expect(weekAt('2026-03-30T05:59:00Z', 'Europe/Berlin')).toBe('2026-03-16 false')
  expect(weekAt('2026-03-30T06:00:00Z', 'Europe/Berlin')).toBe('2026-03-23 true')
  expect(weekAt('2026-11-23T02:15:00Z', 'Asia/Kathmandu')).toBe('2026-11-16 true')
})
