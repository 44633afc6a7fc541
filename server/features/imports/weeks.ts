/**
 * Plays by week. Each number packs a week (weeks since 1970, 0 for an unknown time) and its plays: a million plays
 * need little memory. Sorted, each week once, except for lists that `countWeek` still changes.
 */
export type Weeks = number[]

const PLAYS_BITS = 18
const MAX_PLAYS = 2 ** PLAYS_BITS - 1
const WEEK_MS = 7 * 86_400_000

export const weekOf = (at: number): number => Math.floor(at / WEEK_MS)
export const packWeek = (week: number, plays: number): number => (week << PLAYS_BITS) + Math.min(plays, MAX_PLAYS)
const weekIn = (packed: number): number => packed >> PLAYS_BITS
const playsIn = (packed: number): number => packed & MAX_PLAYS

/** Counts one play. Histories are nearly chronological, so the week is at the end or new. */
export function countWeek(weeks: Weeks, week: number): void {
  for (let at = weeks.length - 1; at >= 0; at--) {
    const packed = weeks[at] ?? 0
    if (weekIn(packed) !== week) continue
    if (playsIn(packed) < MAX_PLAYS) weeks[at] = packed + 1
    return
  }
  weeks.push(packWeek(week, 1))
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
