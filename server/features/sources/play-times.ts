import { DAY_MINUTES, type Day } from '#server/platform/local-day.ts'
import { addDays, lastOfDays, mergeLists, packDay, playsOfDays, unpackDay, type Days } from './days.ts'

/**
 * A play as one number: the minute since 1970, 0 if unknown, and the seconds played, 0 if unknown. Sorts by time.
 * The largest number of seconds marks a play whose minute is only noon of a known day.
 */
export type Play = number

/** The plays of one item: `times` are sorted plays with a known minute, `days` the plays without one. */
export type Plays = { times: Play[]; days: Days }

const SECONDS = 2 ** 15
const DAY_ONLY = SECONDS - 1
/** Noon in UTC is the same day in nearly all time zones. */
export const NOON = 12 * 60

/** Of two uploads or syncs of one service, the same play has the same minute; rounding can move it by one. */
export const SAME_SERVICE_MINUTES = 1
/** Services record either the beginning or the end of a play. */
export const OTHER_SERVICE_MINUTES = 5

export const packPlay = (minute: number, seconds: number): Play => minute * SECONDS + Math.min(Math.round(seconds), DAY_ONLY - 1)
export const minuteOf = (play: Play): number => Math.floor(play / SECONDS)
export const secondsOf = (play: Play): number => {
  const seconds = restOf(play)
  return seconds === DAY_ONLY ? 0 : seconds
}
/** The remainder operator is slow for numbers of this size, and a range has many thousands of plays. */
const restOf = (play: Play): number => play - Math.floor(play / SECONDS) * SECONDS
const isDayOnly = (play: Play): boolean => restOf(play) === DAY_ONLY

/** A play at midnight of a local day, as a play of that day without a time. */
export const withoutTime = (play: Play): Play =>
  minuteOf(play) === 0 ? play : (Math.floor(minuteOf(play) / DAY_MINUTES) * DAY_MINUTES + NOON) * SECONDS + DAY_ONLY

/** The minute by which plays of a day without a time are found. */
export const noonOf = (day: Day): number => (day === 0 ? 0 : day * DAY_MINUTES + NOON)

/**
 * Merges two sorted lists of plays of one item: each play of one list matches at most one of the other, if they are
 * at most `tolerance` minutes apart. Of both, the time that is known better stays.
 */
export function mergeTimes(a: readonly Play[], b: readonly Play[], tolerance: number): Play[] {
  if (a.length === 0 || b.length === 0) return [...a, ...b]
  const merged: Play[] = []
  let first = 0
  let second = 0
  while (first < a.length && second < b.length) {
    const left = a[first] ?? 0
    const right = b[second] ?? 0
    const isSame = Math.abs(minuteOf(left) - minuteOf(right)) <= tolerance
    merged.push(isSame ? mergeSamePlay(left, right) : Math.min(left, right))
    if (isSame || left < right) first++
    if (isSame || right < left) second++
  }
  return [...merged, ...a.slice(first), ...b.slice(second)]
}

function mergeSamePlay(left: Play, right: Play): Play {
  if (isDayOnly(left)) return right
  return packPlay(minuteOf(left), Math.max(secondsOf(left), secondsOf(right)))
}

/** Splits plays into those with a known minute and the others by day. */
export function splitPlays(plays: readonly Play[]): Plays {
  const times: Play[] = []
  const days = new Map<Day, { plays: number; seconds: number }>()
  for (const play of plays) {
    const minute = minuteOf(play)
    if (minute > 0 && !isDayOnly(play)) times.push(play)
    else addTo(days, Math.floor(minute / DAY_MINUTES), 1, secondsOf(play))
  }
  return { times: times.toSorted((a, b) => a - b), days: packDays(days) }
}

export const addPlays = (a: Plays, b: Plays): Plays => ({
  times: [...a.times, ...b.times].toSorted((first, second) => first - second),
  days: addDays(a.days, b.days),
})

/**
 * Merges the plays from two files or services. A play that is in both, by its time, counts once. Of the plays with only a day, those
 * count that exceed the plays of the other list on that day. Of the plays without a day, those count that exceed all other plays.
 * @param dayOf the local day of a time in milliseconds since 1970
 */
export function mergePlays(a: Plays, b: Plays, { tolerance, dayOf }: { tolerance: number; dayOf: (at: number) => Day }): Plays {
  const times = mergeTimes(a.times, b.times, tolerance)
  if (a.days.length === 0 && b.days.length === 0) return { times, days: [] }
  const counts = (plays: readonly Play[]) => {
    const days = new Map<Day, number>()
    for (const play of plays) addCount(days, dayOf(minuteOf(play) * 60_000))
    return days
  }
  const [ofOne, pairChatId, ofBoth] = [counts(a.times), counts(b.times), counts(times)]
  const merged = mergeLists(unmatchedDays(a.days, ofOne, ofBoth), unmatchedDays(b.days, pairChatId, ofBoth), (first, second) => ({
    day: first.day,
    plays: Math.max(first.plays, second.plays),
    seconds: Math.max(first.seconds, second.seconds),
  }))
  const dated = merged.filter((each) => unpackDay(each).day > 0)
  const untimed = merged.filter((each) => unpackDay(each).day === 0).map(unpackDay)
  const unexplained = Math.max(countPlays(a), countPlays(b)) - times.length - playsOfDays(dated)
  return {
    times,
    days: [
      ...untimed.filter(() => unexplained > 0).map((each) => packDay({ ...each, plays: Math.min(each.plays, unexplained) })),
      ...dated,
    ],
  }
}

/** The plays without a time of one list that don't match a time of the other. */
function unmatchedDays(days: Days, own: ReadonlyMap<Day, number>, both: ReadonlyMap<Day, number>): Days {
  return days.flatMap((each) => {
    const { day, plays, seconds } = unpackDay(each)
    if (day === 0) return [each]
    const left = plays - ((both.get(day) ?? 0) - (own.get(day) ?? 0))
    return left > 0 ? [packDay({ day, plays: left, seconds: Math.round((seconds * left) / plays) })] : []
  })
}

export const countPlays = ({ times, days }: Plays): number => times.length + playsOfDays(days)

/** All plays since a day in UTC. Plays without a day don't count. */
export function playsSince({ times, days }: Plays, from: Day): number {
  const least = packPlay(from * DAY_MINUTES, 0)
  let plays = playsOfDays(days, from)
  for (let index = times.length - 1; index >= 0 && (times[index] ?? 0) >= least; index--) plays++
  return plays
}

/** The last day in UTC, 0 if no day is known. */
export const lastDay = ({ times, days }: Plays): Day => Math.max(Math.floor(minuteOf(times.at(-1) ?? 0) / DAY_MINUTES), lastOfDays(days))

/** The minutes of the first and the last play; the first is 0 if some plays have no day. Null without plays. */
export function endsOf({ times, days }: Plays): { first: number; last: number } | null {
  const ends = [
    ...(days.length > 0 ? [noonOf(unpackDay(days[0] ?? 0).day), noonOf(lastOfDays(days))] : []),
    ...(times.length > 0 ? [minuteOf(times[0] ?? 0), minuteOf(times.at(-1) ?? 0)] : []),
  ]
  return ends.length === 0 ? null : { first: Math.min(...ends), last: Math.max(...ends) }
}

/** Adds plays of one item to counts by day, with the seconds played. */
function addTo(days: Map<Day, { plays: number; seconds: number }>, day: Day, plays: number, seconds: number): void {
  const existing = days.get(day)
  if (!existing) days.set(day, { plays, seconds })
  else {
    existing.plays += plays
    existing.seconds += seconds
  }
}

const addCount = (days: Map<Day, number>, day: Day) => days.set(day, (days.get(day) ?? 0) + 1)

const packDays = (days: ReadonlyMap<Day, { plays: number; seconds: number }>): Days =>
  Array.from(days, ([day, counts]) => packDay({ day, ...counts })).toSorted((a, b) => a - b)

/**
 * Plays as bytes: for each play the minutes since the one before, then the seconds played, both as varints. Ten years
 * of 100 plays a day take three megabytes.
 */
export function encodeTimes(times: readonly Play[]): Uint8Array {
  const bytes = new Uint8Array(times.length * 7)
  let offset = 0
  const write = (value: number) => {
    let left = value
    while (left >= 128) {
      bytes[offset++] = (left % 128) + 128
      left = Math.floor(left / 128)
    }
    bytes[offset++] = left
  }
  let before = 0
  for (const play of times) {
    write(minuteOf(play) - before)
    write(secondsOf(play))
    before = minuteOf(play)
  }
  return bytes.slice(0, offset)
}

/** The plays of these bytes from minute `from` to `to`. */
export function decodeTimes(bytes: Uint8Array, from = 0, to = Number.POSITIVE_INFINITY): Play[] {
  const times: Play[] = []
  const { length } = bytes
  let minute = 0
  let offset = 0
  while (offset < length) {
    let byte = bytes[offset++] ?? 0
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[offset++] ?? 0
      value |= (byte & 127) << shift
    }
    minute += value
    if (minute > to) return times
    byte = bytes[offset++] ?? 0
    value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[offset++] ?? 0
      value |= (byte & 127) << shift
    }
    if (minute >= from) times.push(minute * SECONDS + value)
  }
  return times
}
