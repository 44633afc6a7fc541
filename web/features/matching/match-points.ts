import type { MatchPart } from '#contract/taste.ts'

/**
 * How many points of the per cent each part brings, in the proportion of what it adds to the score. Whole numbers that add up to
 * the figure exactly: what rounding down leaves goes to the parts that lost most by it.
 */
export function pointsOf(parts: readonly Pick<MatchPart, 'share'>[], percent: number): number[] {
  const whole = parts.reduce((sum, { share }) => sum + share, 0)
  if (whole <= 0) return parts.map(() => 0)
  const exact = parts.map(({ share }) => (share / whole) * percent)
  const points = exact.map(Math.floor)
  const left = percent - points.reduce((sum, one) => sum + one, 0)
  const lostMost = exact
    .map((one, at) => ({ at, lost: one - Math.floor(one) }))
    .toSorted((one, two) => two.lost - one.lost || one.at - two.at)
  for (const { at } of lostMost.slice(0, left)) points[at] = (points[at] ?? 0) + 1
  return points
}
