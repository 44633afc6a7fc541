import { expect, test } from 'vitest'
import { DAY_MINUTES } from '#server/platform/local-day.ts'
import { packDay } from './days.ts'
import { exclusionAt, withoutExcluded, type PlayExclusion } from './play-exclusions.ts'
import { minuteOf, packPlay } from './play-times.ts'

const HOUR = 60
const item = (itemId: string, minutes: readonly number[], days: readonly number[] = []) => ({
  itemId,
  times: minutes.map((minute) => packPlay(minute, 180)),
  days: days.map((day) => packDay({ day, plays: 1, seconds: 0 })),
  kept: false,
})
const remaining = (items: readonly ReturnType<typeof item>[], exclusions: readonly PlayExclusion[]) =>
  withoutExcluded(items, exclusions).map(({ itemId, times, days }) => [itemId, times.map(minuteOf), days.length])

test('plays in an excluded time are left out, from its first to its last minute, for one item or for all', () => {
  const minutes = [99, 100, 150, 200, 201, 299, 300, 301]
  const all = { itemId: null, from: 100, to: 200 }
  const ofA = [exclusionAt('a', 300), { itemId: 'a', from: 90, to: 99 }]
  expect(remaining([item('a', minutes), item('b', minutes)], [all, ...ofA])).toEqual([
    ['a', [201], 0],
    ['b', [99, 201, 299, 300, 301], 0],
  ])
})

test('exclusions count in any order, even when one is inside of another', () => {
  const exclusions = [
    { itemId: null, from: 500, to: 510 },
    { itemId: null, from: 100, to: 400 },
    { itemId: null, from: 120, to: 130 },
    { itemId: null, from: 401, to: 402 },
  ]
  expect(remaining([item('a', [99, 125, 300, 401, 403, 499, 505, 511])], exclusions)).toEqual([['a', [99, 403, 499, 511], 0]])
})

test('plays of a day without times are excluded by a long exclusion that contains noon, not by short ones', () => {
  const noon = 9 * DAY_MINUTES + 12 * HOUR
  const short = [
    { itemId: null, from: noon - 10 * HOUR, to: noon },
    { itemId: null, from: noon + 1, to: noon + 10 * HOUR },
  ]
  expect(remaining([item('a', [], [0, 9])], short)).toEqual([['a', [], 2]])
  expect(remaining([item('a', [], [0, 9])], [...short, { itemId: 'a', from: noon - 6 * HOUR, to: noon + 6 * HOUR }])).toEqual([
    ['a', [], 1],
  ])
})

test('does not compare every exclusion with every play', () => {
  let reads = 0
  const sessions = Array.from({ length: 1_000 }, (_, day): PlayExclusion => ({
    itemId: null,
    get from() {
      reads++
      return day * DAY_MINUTES
    },
    get to() {
      reads++
      return day * DAY_MINUTES + HOUR
    },
  }))
  const minutes = Array.from({ length: 1_000 }, (_, day) => day * DAY_MINUTES + 2 * HOUR)
  const items = Array.from({ length: 50 }, (_, index) => item(`item ${index}`, minutes))
  expect(withoutExcluded(items, sessions).flatMap(({ times }) => times)).toHaveLength(50_000)
  // Sorting 1,000 takes about 10,000 comparisons; comparing them with each play would take 50 million.
  expect(reads).toBeLessThan(50_000)
})
