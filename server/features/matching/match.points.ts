/**
 * How many points of the percentage each part brings, in proportion to its share. Whole numbers that add up to the percentage
 * exactly: what rounding down leaves goes to the parts that lost most by it. A larger share never gets fewer points.
 */
export function distributePoints(shares: readonly number[], percent: number): number[] {
  const whole = shares.reduce((sum, share) => sum + share, 0)
  if (whole <= 0) return shares.map(() => 0)
  const exact = shares.map((share) => (share / whole) * percent)
  const points = exact.map(Math.floor)
  const left = percent - points.reduce((sum, one) => sum + one, 0)
  const lostMost = exact
    .map((one, at) => ({ at, lost: one - Math.floor(one) }))
    .toSorted((one, two) => two.lost - one.lost || one.at - two.at)
  for (const { at } of lostMost.slice(0, left)) points[at] = (points[at] ?? 0) + 1
  return points
}
