/**
 * Plays by week: each number holds a week (a count of seven days since 1970, 0 for plays whose time is unknown) and its
 * plays. Packed, because the weeks of a million plays are most of what an import holds in memory. Ascending and each week
 * once, but for lists that `countWeek` still works on.
 */
export type Weeks = number[]

const PLAYS_BITS = 18
const MOST_PLAYS = 2 ** PLAYS_BITS - 1
const WEEK_MS = 7 * 86_400_000

export const weekOf = (at: number): number => Math.floor(at / WEEK_MS)
export const packWeek = (week: number, plays: number): number => (week << PLAYS_BITS) + Math.min(plays, MOST_PLAYS)
const weekIn = (packed: number): number => packed >> PLAYS_BITS
const playsIn = (packed: number): number => packed & MOST_PLAYS

/** Counts one play. Histories are nearly in the order of time, so the week is at the end or new. */
export function countWeek(weeks: Weeks, week: number): void {
  for (let at = weeks.length - 1; at >= 0; at--) {
    const packed = weeks[at] ?? 0
    if (weekIn(packed) !== week) continue
    if (playsIn(packed) < MOST_PLAYS) weeks[at] = packed + 1
    return
  }
  weeks.push(packWeek(week, 1))
}

/** All plays, or those of `from` and later. Plays without a time count only among all. */
export function playsOf(weeks: Weeks, from = 0): number {
  return weeks.reduce((sum, packed) => sum + (weekIn(packed) >= from ? playsIn(packed) : 0), 0)
}

/** The last week with a play; 0 without any. */
export const lastWeek = (weeks: Weeks): number => weeks.reduce((last, packed) => Math.max(last, weekIn(packed)), 0)

/** Two lists of one file: their plays add up. */
export const addWeeks = (one: Weeks, two: Weeks): Weeks => joined(one, two, (first, second) => first + second)

/** Two files that tell of the same weeks: each play counts once, so the larger count of a week holds. */
export const mergeWeeks = (one: Weeks, two: Weeks): Weeks => joined(one, two, Math.max)

function joined(one: Weeks, two: Weeks, join: (first: number, second: number) => number): Weeks {
  if (one.length === 0 || two.length === 0) return [...one, ...two]
  const plays = new Map(one.map((packed) => [weekIn(packed), playsIn(packed)]))
  for (const packed of two) {
    const week = weekIn(packed)
    const before = plays.get(week)
    plays.set(week, before === undefined ? playsIn(packed) : join(before, playsIn(packed)))
  }
  return Array.from(plays, ([week, count]) => packWeek(week, count)).toSorted((first, second) => first - second)
}
