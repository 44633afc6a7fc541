import { expect, test } from 'vitest'
import { addWeeks, lastWeek, mergeWeeks, packWeek, playsOf, weekOf, weeksOfMinutes, type Weeks } from './weeks.ts'

const weeks = (...pairs: [week: number, plays: number][]): Weeks => pairs.map(([week, plays]) => packWeek(week, plays))

test('counts plays by week', () => {
  const week = 7 * 24 * 60
  expect(weeksOfMinutes([0, 7 * week, 7 * week, 8 * week - 1, 9 * week])).toEqual(weeks([0, 1], [7, 3], [9, 1]))
  expect(weeksOfMinutes([])).toEqual([])
})

test('counts up to a maximum of plays in a week', () => {
  const now = weekOf(Date.parse('2039-12-31T00:00:00Z'))
  expect(playsOf(weeks([now, 100_000]))).toBe(100_000)
  expect(packWeek(now, 10 ** 9)).toBeLessThan(2 ** 31)
  expect(lastWeek(weeks([now, 10 ** 9]))).toBe(now)
})

test('plays since a week exclude older ones and those without a time', () => {
  const some = weeks([0, 5], [7, 2], [9, 1])
  expect([playsOf(some), playsOf(some, 8), playsOf(some, 7), lastWeek(some), lastWeek([])]).toEqual([8, 1, 3, 9, 0])
})

test('weeks of one file add up; weeks of two files count once', () => {
  const one = weeks([7, 2], [9, 1])
  const two = weeks([8, 1], [9, 4])
  expect(addWeeks(one, two)).toEqual(weeks([7, 2], [8, 1], [9, 5]))
  expect(mergeWeeks(one, two)).toEqual(weeks([7, 2], [8, 1], [9, 4]))
  expect(mergeWeeks(one, one)).toEqual(one)
  expect(mergeWeeks([], one)).toEqual(one)
})
