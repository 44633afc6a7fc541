import { expect, test } from 'vitest'
import { addDays, firstDay, lastDay, mergeDays, packDay, packedRange, playsSince, unpackDay, type Days } from './days.ts'

const days = (...all: [day: number, plays: number, seconds?: number][]): Days =>
  all.map(([day, plays, seconds = 0]) => packDay({ day, plays, seconds }))

test('a day, its plays and its seconds fit in one exact number until 2059', () => {
  const last = { day: 32_767, plays: 262_143, seconds: 1_048_575 }
  expect(unpackDay(packDay(last))).toEqual(last)
  expect(packDay(last)).toBe(Number.MAX_SAFE_INTEGER)
  expect(unpackDay(packDay({ day: 1, plays: 10 ** 9, seconds: 10 ** 9 }))).toEqual({ ...last, day: 1 })
  const [from, to] = packedRange(5, 6)
  expect(days([4, 9], [5, 1], [6, 9, 9], [7, 1]).map((packed) => packed >= from && packed < to)).toEqual([false, true, true, false])
})

test('plays since a day exclude older ones and those without a time', () => {
  const some = days([0, 5], [7, 2], [9, 1])
  expect([playsSince(some), playsSince(some, 8), playsSince(some, 7), lastDay(some), lastDay([])]).toEqual([8, 1, 3, 9, 0])
  expect([firstDay(some), firstDay(days([7, 2])), firstDay([])]).toEqual([0, 7, null])
})

test('days of one file add up; days of two files count once', () => {
  const one = days([7, 2, 300], [9, 1])
  const two = days([8, 1], [9, 4, 60])
  expect(addDays(one, two)).toEqual(days([7, 2, 300], [8, 1], [9, 5, 60]))
  expect(mergeDays(one, two)).toEqual(days([7, 2, 300], [8, 1], [9, 4, 60]))
  expect(mergeDays(one, one)).toEqual(one)
  expect(mergeDays([], one)).toEqual(one)
})

test('plays without a time count only as far as they exceed those of the other file', () => {
  expect(mergeDays(days([0, 5]), days([7, 3], [8, 2]))).toEqual(days([7, 3], [8, 2]))
  expect(mergeDays(days([0, 6]), days([7, 3], [8, 2]))).toEqual(days([0, 1], [7, 3], [8, 2]))
  expect(mergeDays(days([0, 2], [7, 1]), days([0, 2], [7, 1]))).toEqual(days([0, 2], [7, 1]))
})
