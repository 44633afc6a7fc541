import { expect, test } from 'vitest'
import { localDays } from '#server/platform/local-day.ts'
import { packDay } from './days.ts'
import {
  countPlays,
  decodeTimes,
  encodeTimes,
  endsOf,
  lastDay,
  mergePlays,
  minuteOf,
  OTHER_SERVICE_MINUTES,
  packPlay,
  playsSince,
  SAME_SERVICE_MINUTES,
  secondsOf,
  splitPlays,
  withoutTime,
  type Plays,
} from './play-times.ts'

const DAY = 1_440
const offset = (...minutes: number[]) => minutes.map((minute) => packPlay(minute, 200))
const times = (...minutes: number[]): Plays => ({ times: offset(...minutes), days: [] })
const days = (...all: [day: number, plays: number][]): Plays => ({
  times: [],
  days: all.map(([day, plays]) => packDay({ day, plays, seconds: plays * 100 })),
})
const merged = (a: Plays, b: Plays, tolerance = SAME_SERVICE_MINUTES) => mergePlays(a, b, { tolerance, dayOf: localDays('UTC') })

test('packing and unpacking returns the same plays, and a range returns only its own plays', () => {
  const plays = [packPlay(1, 0), packPlay(1, 127), packPlay(130, 128), packPlay(20_000_000, 32_766), packPlay(29_000_000, 200)]
  const bytes = encodeTimes(plays)
  expect(decodeTimes(bytes)).toEqual(plays)
  expect(decodeTimes(bytes, 130, 20_000_000)).toEqual(plays.slice(2, 4))
  expect([encodeTimes([]).length, bytes.length]).toEqual([0, 21])
  expect([minuteOf(plays[3] ?? 0), secondsOf(plays[3] ?? 0), secondsOf(packPlay(5, 10 ** 9))]).toEqual([20_000_000, 32_766, 32_766])
})

test('the same play in two files counts once, and different plays of one day add up', () => {
  expect(merged(times(100, 103, 106), times(103, 106, 109))).toEqual(times(100, 103, 106, 109))
  expect(merged(times(100), times(101))).toEqual(times(100))
  expect(merged(times(100, 100), times(100))).toEqual(times(100, 100))
  expect(merged(times(100, 200), times(103, 204), OTHER_SERVICE_MINUTES)).toEqual(times(100, 200))
  expect(merged({ times: [packPlay(100, 0)], days: [] }, times(100))).toEqual(times(100))
})

test('plays of a known day count as far as they exceed the times of that day', () => {
  const exact = times(7 * DAY + 1, 7 * DAY + 60)
  expect(merged(days([7, 2], [8, 1]), exact)).toEqual({ ...exact, days: days([8, 1]).days })
  expect(merged(exact, days([7, 3]))).toEqual({ ...exact, days: days([7, 1]).days })
  expect(merged(days([7, 3]), days([7, 2]))).toEqual(days([7, 3]))
  const repeated = merged(exact, days([7, 3]))
  expect(merged(repeated, days([7, 3]))).toEqual(repeated)
  expect(merged(repeated, exact)).toEqual(repeated)
})

test('plays without a day count only as far as they exceed all plays of the other file', () => {
  const exact = times(7 * DAY, 8 * DAY, 8 * DAY + 60)
  expect(merged(days([0, 3]), exact)).toEqual(exact)
  expect(merged(days([0, 5]), exact)).toEqual({ ...exact, days: [packDay({ day: 0, plays: 2, seconds: 500 })] })
  const both = { ...times(7 * DAY), days: days([0, 2]).days }
  expect(merged(both, both)).toEqual(both)
})

test('plays without a time are compared by their local day', () => {
  const evening = times(7 * DAY - 60)
  const merging = { tolerance: SAME_SERVICE_MINUTES, dayOf: localDays('Europe/Berlin') }
  expect(mergePlays(evening, days([7, 1]), merging)).toEqual(evening)
  expect(mergePlays(evening, days([6, 1]), merging)).toEqual({ ...evening, days: days([6, 1]).days })
})

test('splits plays by the precision of their times', () => {
  const midnight = packPlay(9 * DAY, 0)
  const split = splitPlays([packPlay(0, 0), packPlay(0, 10), ...offset(10 * DAY), withoutTime(midnight)])
  expect(split).toEqual({
    times: offset(10 * DAY),
    days: [packDay({ day: 0, plays: 2, seconds: 10 }), packDay({ day: 9, plays: 1, seconds: 0 })],
  })
  expect([countPlays(split), playsSince(split, 9), playsSince(split, 10), lastDay(split)]).toEqual([4, 2, 1, 10])
  expect([endsOf(split), endsOf(days([9, 1])), endsOf(times())]).toEqual([
    { first: 0, last: 10 * DAY },
    { first: 9 * DAY + 720, last: 9 * DAY + 720 },
    null,
  ])
})
