/** A span of months from index `from` to index `to`, both included. */
export type Era = { from: number; to: number }

/** Shorter eras would be holidays. */
const MIN_MONTHS = 3
/** Without noise a single odd month is still no era. Two months without a common bar differ by 2. */
const MIN_PENALTY = 0.3

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
  return starts.map((from, at) => ({ from, to: (starts[at + 1] ?? months.length) - 1 }))
}

/** The first index of each segment of the partition with the least cost. */
export function changePoints(
  points: readonly (readonly number[])[],
  { penalty, minLength }: { penalty: number; minLength: number },
): number[] {
  const cost = costs(points)
  const best = Array.from({ length: points.length + 1 }, (_, end) => (end === 0 ? -penalty : Infinity))
  const previous = best.map(() => 0)
  for (let end = 1; end <= points.length; end++) {
    for (let start = 0; start <= Math.max(0, end - minLength); start++) {
      // A segment before `start` would be too short.
      if (start > 0 && start < minLength) continue
      const sum = (best[start] ?? Infinity) + cost(start, end) + penalty
      if (sum < (best[end] ?? Infinity)) {
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
function costs(points: readonly (readonly number[])[]): (start: number, end: number) => number {
  const sums: number[][] = [(points[0] ?? []).map(() => 0)]
  const squares = [0]
  for (const [at, point] of points.entries()) {
    sums.push(point.map((value, axis) => value + (sums[at]?.[axis] ?? 0)))
    squares.push((squares[at] ?? 0) + squaredLength(point))
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
    .map((point, at) => squaredLength(point.map((value, axis) => value - (points[at]?.[axis] ?? 0))))
    .toSorted((one, two) => one - two)
  const noise = (differences[Math.floor(differences.length / 2)] ?? 0) / 2
  return Math.max(MIN_PENALTY, 2 * noise * Math.log(points.length))
}

const squaredLength = (vector: readonly number[]): number => vector.reduce((sum, value) => sum + value * value, 0)
