import { expect, test } from 'vitest'
import { addDays, lastOfDays, packDay, playsOfDays, unpackDay, type Days } from './days.ts'

const days = (...all: [day: number, plays: number, seconds?: number][]): Days =>
  all.map(([day, plays, seconds = 0]) => packDay({ day, plays, seconds }))

test('a day, its plays and its seconds fit in one exact number until 2059', () => {
  const last = { day: 32_767, plays: 262_143, seconds: 1_048_575 }
  expect(unpackDay(packDay(last))).toEqual(last)
  expect(packDay(last)).toBe(Number.MAX_SAFE_INTEGER)
  expect(unpackDay(packDay({ day: 1, plays: 10 ** 9, seconds: 10 ** 9 }))).toEqual({ ...last, day: 1 })
})

test('plays since a day exclude older ones and those without a day', () => {
  const some = days([0, 5], [7, 2], [9, 1])
  expect([playsOfDays(some), playsOfDays(some, 8), playsOfDays(some, 7), lastOfDays(some), lastOfDays([])]).toEqual([8, 1, 3, 9, 0])
})

test('days of one file add up', () => {
  expect(addDays(days([7, 2, 300], [9, 1]), days([8, 1], [9, 4, 60]))).toEqual(days([7, 2, 300], [8, 1], [9, 5, 60]))
})
