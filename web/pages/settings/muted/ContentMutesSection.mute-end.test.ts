import { expect, test } from 'vitest'
import { endDate, tomorrow } from './ContentMutesSection.tsx'

const now = new Date(2027, 0, 31, 15, 30)
const local = (iso: string | null) => iso && new Date(iso).toString()

test('a mute ends after a day, a week, a month, or with a date', () => {
  expect(endDate({ after: 'never', date: '' }, now)).toBeNull()
  expect(local(endDate({ after: 'day', date: '' }, now))).toBe(new Date(2027, 1, 1, 15, 30).toString())
  expect(local(endDate({ after: 'week', date: '' }, now))).toBe(new Date(2027, 1, 7, 15, 30).toString())
  expect(local(endDate({ after: 'month', date: '' }, now))).toBe(new Date(2027, 1, 28, 15, 30).toString())
  expect(local(endDate({ after: 'date', date: '2027-02-09' }, now))).toBe(new Date(2027, 1, 10).toString())
})

test('tomorrow is a local day', () => {
  expect(tomorrow(now)).toBe('2027-02-01')
})
