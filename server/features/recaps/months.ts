import { MUSIC_BARS, PRINT_BARS } from '#contract/taste/print.ts'
import { OTHER_MUSIC, OTHER_VIDEO } from '#server/features/matching/index/taste-vector.ts'
import { printOfHeights } from '#server/features/matching/taste-print.ts'
import type { ItemCount } from './range.ts'

// Analyzes a user's taste by month, as pure functions.

/** Music and video among the bars of a print. */
const SIDES = [
  [0, MUSIC_BARS],
  [MUSIC_BARS, PRINT_BARS.length],
] as const
/** With fewer plays of music or video in a month, the stored data of sources is more reliable. */
const MIN_PLAYS = 10
const NAMES = 2
/** A bar with a smaller share of its side doesn't name an era. */
const MIN_SHARE = 0.1
/** In the first months of a history everything would be new. */
const START_MONTHS = 3
/** An item counts as lasting if it was played in this many months. */
const LOVED_MONTHS = 3
/** An item has ended if it was not played in this many of the last months. */
const GONE_MONTHS = 3
/** An item is current if it was played in one of this many last months. */
const RECENT_MONTHS = 2
const LOVED_PLAYS = 10

/**
 * The print of each month from 0 to 100, or null without data. Music and video come from plays, otherwise from what sources
 * stored; of several sources the tallest bar counts, because they repeat each other.
 *
 * @param plays plays by bar and month
 * @param stored heights by source and month
 */
export function monthPrints(
  plays: readonly (readonly number[])[],
  stored: readonly (readonly (readonly number[])[])[],
): (number[] | null)[] {
  return plays.map((played, month) => {
    const snapshot = PRINT_BARS.map((_, bar) => Math.max(0, ...(stored[month] ?? []).map((heights) => scaled(heights)[bar] ?? 0)))
    const heights = SIDES.flatMap(([from, to]) => sideOf(played, snapshot, from, to))
    return heights.some((height) => height > 0) ? scaled(heights) : null
  })
}

const scaled = (heights: readonly number[]): number[] => printOfHeights(heights).map((height) => Math.round(height * 100))

function sideOf(played: readonly number[], stored: readonly number[], from: number, to: number): readonly number[] {
  const [ofPlays, ofSources] = [played.slice(from, to), stored.slice(from, to)]
  return sumOf(ofPlays) >= MIN_PLAYS || sumOf(ofSources) === 0 ? ofPlays : ofSources
}

const sumOf = (heights: readonly number[]): number => heights.reduce((sum, height) => sum + height, 0)

export type NamedEra = { from: number; to: number; bars: number[] }

/** Eras by the indexes of their months, each with the bars that stand out in it. Months without data are left out. */
export function namedEras(prints: readonly (readonly number[] | null)[]): NamedEra[] {
  const measured = prints.flatMap((bars, month) => (bars ? [{ month, bars }] : []))
  const sides = SIDES.map(([from, to]) => measured.map(({ bars }) => toShares(bars.slice(from, to))))
  const complete = sides.map(fillGaps)
  const points = measured.map((_, index) => complete.flatMap((side) => side[index] ?? []).map((share) => Math.sqrt(share / sides.length)))
  // An era is named only by bars that its months have.
  const own = measured.map(({ bars }) => SIDES.flatMap(([from, to]) => toShares(bars.slice(from, to)) ?? bars.slice(from, to)))
  const usual = meanOf(own)
  return erasOf(points).flatMap(({ from, to }) => {
    const mean = meanOf(own.slice(from, to + 1))
    const bars = mean
      .map((share, bar) => ({ bar, share, score: share + (share - (usual[bar] ?? 0)) }))
      .filter(({ bar, share }) => share >= MIN_SHARE && bar !== OTHER_MUSIC && bar !== OTHER_VIDEO)
      .toSorted((a, b) => b.score - a.score || a.bar - b.bar)
      .slice(0, NAMES)
    const [first, last] = [measured[from], measured[to]]
    return first && last ? [{ from: first.month, to: last.month, bars: bars.map(({ bar }) => bar) }] : []
  })
}

/** Null without data. */
function toShares(heights: readonly number[]): number[] | null {
  const sum = sumOf(heights)
  return sum > 0 ? heights.map((height) => height / sum) : null
}

/** A side without data stays as it was before, or as it is next, so it causes no change. Without any data it is all zeros. */
function fillGaps(months: readonly (number[] | null)[]): number[][] {
  const first = months.find((month) => month !== null)
  let last = first ?? []
  return months.map((month) => (last = month ?? last))
}

function meanOf(points: readonly (readonly number[])[]): number[] {
  return (points[0] ?? []).map((_, axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length)
}

export type Prints = ReadonlyMap<string, readonly number[]>

const COMMON_MONTHS = 3
const MIN_MOVE = 10
const COMMON_MOVES = 3

/** The bars whose common height, the lower one of two prints, changed most between the first and the last months that both have. */
export function commonMoves(mine: Prints, theirs: Prints, from: string): { bar: number; before: number; now: number }[] {
  const months = [...mine.keys()].filter((month) => month >= from && theirs.has(month)).toSorted()
  const ends = Math.min(COMMON_MONTHS, Math.floor(months.length / 2))
  if (ends === 0) return []
  const commonHeight = (bar: number, of: readonly string[]) =>
    Math.round(sumOf(of.map((month) => Math.min(mine.get(month)?.[bar] ?? 0, theirs.get(month)?.[bar] ?? 0))) / of.length)
  return PRINT_BARS.map((_, bar) => ({
    bar,
    before: commonHeight(bar, months.slice(0, ends)),
    now: commonHeight(bar, months.slice(-ends)),
  }))
    .filter(({ bar, before, now }) => Math.abs(now - before) >= MIN_MOVE && bar !== OTHER_MUSIC && bar !== OTHER_VIDEO)
    .toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before))
    .slice(0, COMMON_MOVES)
}

/** Artists and channels that came and stayed, and those that went, by `byPart` of months; the latest first. */
export function arrivalsAndDepartures(items: readonly ItemCount[]): { came: ItemCount[]; went: ItemCount[] } {
  const sides = (['artist', 'channel'] as const).map((kind) => {
    const ofKind = items.filter((item) => item.kind === kind && item.plays > 0)
    const [start, end] = [Math.min(...ofKind.map(firstOf)), Math.max(...ofKind.map(lastOf))]
    const loved = ofKind.filter(({ plays, byPart }) => plays >= LOVED_PLAYS && byPart.filter((count) => count > 0).length >= LOVED_MONTHS)
    return {
      came: loved.filter((item) => firstOf(item) >= start + START_MONTHS && lastOf(item) > end - RECENT_MONTHS),
      // Compared with the last month that has plays: otherwise everything would have "gone" since the last import.
      went: loved.filter((item) => lastOf(item) <= end - GONE_MONTHS),
    }
  })
  const compareBy = (order: (item: ItemCount) => number) => (a: ItemCount, b: ItemCount) =>
    order(b) - order(a) || b.plays - a.plays || (a.itemId < b.itemId ? -1 : 1)
  return {
    came: sides.flatMap(({ came }) => came).toSorted(compareBy(firstOf)),
    went: sides.flatMap(({ went }) => went).toSorted(compareBy(lastOf)),
  }
}

const firstOf = ({ byPart }: ItemCount): number => byPart.findIndex((count) => count > 0)
const lastOf = ({ byPart }: ItemCount): number => byPart.findLastIndex((count) => count > 0)

/** A span of months from index `from` to index `to`, both included. */
export type Era = { from: number; to: number }

/** Shorter eras could be just a holiday. */
const MIN_MONTHS = 3
/** Without noise a single odd month is still no era. Two months without a common bar differ by 2. */
const MIN_PENALTY = 0.3
/** Rounding errors are smaller. Of two partitions with costs this close, the one whose last segment starts earlier is used. */
const SAME_COST = 1e-9

/**
 * Splits months into eras: spans in which the print stays similar. The method is optimal partitioning (Jackson et al. 2005,
 * "An algorithm for optimal partitioning of data on an interval", IEEE Signal Processing Letters 12), which is PELT (Killick,
 * Fearnhead and Eckley 2012, JASA 107) without the pruning that some hundred months don't need. The cost of an era is the sum
 * of squared distances to its mean; each era adds a penalty like that of BIC, from the noise between neighboring months.
 *
 * @param months vectors of equal length; square roots of shares make the distance that of Hellinger
 */
export function erasOf(months: readonly (readonly number[])[], minMonths = MIN_MONTHS): Era[] {
  if (months.length === 0) return []
  const starts = changePoints(months, { penalty: penaltyOf(months), minLength: minMonths })
  return starts.map((from, index) => ({ from, to: (starts[index + 1] ?? months.length) - 1 }))
}

/** The first index of each segment of the partition with the least cost. */
export function changePoints(
  points: readonly (readonly number[])[],
  { penalty, minLength }: { penalty: number; minLength: number },
): number[] {
  const cost = segmentCosts(points)
  const best = Array.from({ length: points.length + 1 }, (_, end) => (end === 0 ? -penalty : Infinity))
  const previous = best.map(() => 0)
  for (let end = 1; end <= points.length; end++) {
    for (let start = 0; start <= Math.max(0, end - minLength); start++) {
      // A segment before `start` would be too short.
      if (start > 0 && start < minLength) continue
      const sum = (best[start] ?? Infinity) + cost(start, end) + penalty
      if (sum < (best[end] ?? Infinity) - SAME_COST) {
        best[end] = sum
        previous[end] = start
      }
    }
  }
  const starts: number[] = []
  for (let end = points.length; end > 0; end = previous[end] ?? 0) starts.unshift(previous[end] ?? 0)
  return starts
}

/** The sum of squared distances to the mean of points `start` to `end` (exclusive), from prefix sums. */
function segmentCosts(points: readonly (readonly number[])[]): (start: number, end: number) => number {
  const sums: number[][] = [(points[0] ?? []).map(() => 0)]
  const squares = [0]
  for (const [index, point] of points.entries()) {
    sums.push(point.map((value, axis) => value + (sums[index]?.[axis] ?? 0)))
    squares.push((squares[index] ?? 0) + squaredLength(point))
  }
  return (start, end) => {
    const sum = (sums[end] ?? []).map((value, axis) => value - (sums[start]?.[axis] ?? 0))
    return Math.max(0, (squares[end] ?? 0) - (squares[start] ?? 0) - squaredLength(sum) / (end - start))
  }
}

/** The median of differences between neighbors is hardly changed by the few real changes. */
function penaltyOf(points: readonly (readonly number[])[]): number {
  const differences = points
    .slice(1)
    .map((point, index) => squaredLength(point.map((value, axis) => value - (points[index]?.[axis] ?? 0))))
    .toSorted((a, b) => a - b)
  const noise = (differences[Math.floor(differences.length / 2)] ?? 0) / 2
  return Math.max(MIN_PENALTY, 2 * noise * Math.log(points.length))
}

const squaredLength = (vector: readonly number[]): number => vector.reduce((sum, value) => sum + value * value, 0)
