import type { Day } from '#server/platform/local-day.ts'

/**
 * Plays of one item by day. Each number packs a day (0 for an unknown time), its plays, and the seconds played as far as
 * known: ten years of plays need a few megabytes. Sorted, each day once.
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

/** The packed numbers of all days from `from` to `to` are at least the first and below the second. */
export const packedRange = (from: Day, to: Day): [number, number] => [from * DAY, (to + 1) * DAY]

/** All plays, or those since day `from`. Plays without a time count only in all. */
export function playsSince(days: Days, from: Day = 0): number {
  return days.reduce((sum, packed) => sum + (packed >= from * DAY ? unpackDay(packed).plays : 0), 0)
}

/** The first day, 0 if some plays have no time. Null without plays. */
export const firstDay = (days: Days): Day | null => (days[0] === undefined ? null : unpackDay(days[0]).day)
export const lastDay = (days: Days): Day => unpackDay(days.at(-1) ?? 0).day

/** Adds the plays of two lists of one file. */
export const addDays = (one: Days, two: Days): Days =>
  mergeLists(one, two, (first, second) => ({
    day: first.day,
    plays: first.plays + second.plays,
    seconds: first.seconds + second.seconds,
  }))

/**
 * Merges two files: of a day in both the one with more plays counts. Plays without a time may be the same as those
 * that the other file knows the day of, so they count only as far as they exceed these.
 */
export function mergeDays(one: Days, two: Days): Days {
  const merged = mergeLists(one, two, (first, second) => ({
    day: first.day,
    plays: Math.max(first.plays, second.plays),
    seconds: Math.max(first.seconds, second.seconds),
  }))
  const untimed = unpackDay(merged[0] ?? 0)
  if (merged[0] === undefined || untimed.day > 0) return merged
  const rest = Math.max(playsSince(one), playsSince(two)) - playsSince(merged, 1)
  const kept = Math.min(untimed.plays, Math.max(0, rest))
  return [...(kept > 0 ? [packDay({ ...untimed, plays: kept })] : []), ...merged.slice(1)]
}

function mergeLists(one: Days, two: Days, join: (first: DayPlays, second: DayPlays) => DayPlays): Days {
  if (one.length === 0 || two.length === 0) return [...one, ...two]
  const byDay = new Map(one.map((packed) => [unpackDay(packed).day, packed]))
  for (const packed of two) {
    const { day } = unpackDay(packed)
    const before = byDay.get(day)
    byDay.set(day, before === undefined ? packed : packDay(join(unpackDay(before), unpackDay(packed))))
  }
  return [...byDay.values()].toSorted((first, second) => first - second)
}
