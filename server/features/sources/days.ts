import type { Day } from '#server/platform/local-day.ts'

/**
 * Plays of one item with a known day but no time. Each number packs a day (0 for an unknown one), its plays, and the seconds played if
 * known. Sorted, each day once.
 */
export type Days = number[]

export type DayPlays = { day: Day; plays: number; seconds: number }

// Together 53 bits, so that a number holds them exactly. The bits of a day last until 2059.
const SECONDS = 2 ** 20
const PLAYS = 2 ** 18
const DAY = SECONDS * PLAYS

export const packDay = ({ day, plays, seconds }: DayPlays): number =>
  day * DAY + Math.min(plays, PLAYS - 1) * SECONDS + Math.min(seconds, SECONDS - 1)

export const unpackDay = (packed: number): DayPlays => ({
  day: Math.floor(packed / DAY),
  plays: Math.floor(packed / SECONDS) % PLAYS,
  seconds: packed % SECONDS,
})

/** All plays, or those since day `from`. Plays without a time count only in all. */
export function playsOfDays(days: Days, from: Day = 0): number {
  return days.reduce((sum, packed) => sum + (packed >= from * DAY ? unpackDay(packed).plays : 0), 0)
}

/** The last day, 0 if there is none. */
export const lastOfDays = (days: Days): Day => unpackDay(days.at(-1) ?? 0).day

/** Adds the plays of two lists of one file. */
export const addDays = (a: Days, b: Days): Days =>
  mergeLists(a, b, (first, second) => ({
    day: first.day,
    plays: first.plays + second.plays,
    seconds: first.seconds + second.seconds,
  }))

/** Merges two lists; a day in both is joined. */
export function mergeLists(a: Days, b: Days, join: (first: DayPlays, second: DayPlays) => DayPlays): Days {
  if (a.length === 0 || b.length === 0) return [...a, ...b]
  const byDay = new Map(a.map((packed) => [unpackDay(packed).day, packed]))
  for (const packed of b) {
    const { day } = unpackDay(packed)
    const before = byDay.get(day)
    byDay.set(day, before === undefined ? packed : packDay(join(unpackDay(before), unpackDay(packed))))
  }
  return [...byDay.values()].toSorted((first, second) => first - second)
}
