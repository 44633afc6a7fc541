/**
 * Plays by week. Each number packs a week (weeks since 1970, 0 for an unknown time) and its plays: a million plays
 * need little memory. Sorted, each week once.
 */
export type Weeks = number[]

const PLAYS_BITS = 18
const MAX_PLAYS = 2 ** PLAYS_BITS - 1
const WEEK_MS = 7 * 86_400_000

export const weekOf = (at: number): number => Math.floor(at / WEEK_MS)
export const packWeek = (week: number, plays: number): number => (week << PLAYS_BITS) + Math.min(plays, MAX_PLAYS)
const weekIn = (packed: number): number => packed >> PLAYS_BITS
const playsIn = (packed: number): number => packed & MAX_PLAYS

/** Plays by week from sorted minutes since 1970, where 0 is an unknown time. */
export function weeksOfMinutes(minutes: readonly number[]): Weeks {
  const weeks: Weeks = []
  let current = -1
  let plays = 0
  for (const minute of minutes) {
    const week = weekOf(minute * 60_000)
    if (week !== current && plays > 0) weeks.push(packWeek(current, plays))
    plays = week === current ? plays + 1 : 1
    current = week
  }
  return plays > 0 ? [...weeks, packWeek(current, plays)] : weeks
}

/** All plays, or those since week `from`. Plays without a time count only in all. */
export function playsOf(weeks: Weeks, from = 0): number {
  return weeks.reduce((sum, packed) => sum + (weekIn(packed) >= from ? playsIn(packed) : 0), 0)
}

export const lastWeek = (weeks: Weeks): number => weeks.reduce((last, packed) => Math.max(last, weekIn(packed)), 0)

/** Adds the plays of two lists of one file. */
export const addWeeks = (one: Weeks, two: Weeks): Weeks => mergeLists(one, two, (first, second) => first + second)

/** Merges two files: of a week in both the larger count is used. */
export const mergeWeeks = (one: Weeks, two: Weeks): Weeks => mergeLists(one, two, Math.max)

function mergeLists(one: Weeks, two: Weeks, join: (first: number, second: number) => number): Weeks {
  if (one.length === 0 || two.length === 0) return [...one, ...two]
  const plays = new Map(one.map((packed) => [weekIn(packed), playsIn(packed)]))
  for (const packed of two) {
    const week = weekIn(packed)
    const before = plays.get(week)
    plays.set(week, before === undefined ? playsIn(packed) : join(before, playsIn(packed)))
  }
  return Array.from(plays, ([week, count]) => packWeek(week, count)).toSorted((first, second) => first - second)
}
