/**
 * Merges the plays of one item from two files: each play of one list stands for at most one of the other, if they are
 * at most `tolerance` apart. Both lists are sorted; so is the result.
 */
export function mergeTimes(one: readonly number[], two: readonly number[], tolerance: number): number[] {
  if (one.length === 0 || two.length === 0) return [...one, ...two]
  const merged: number[] = []
  let first = 0
  let second = 0
  while (first < one.length && second < two.length) {
    const left = one[first] ?? 0
    const right = two[second] ?? 0
    const isSame = Math.abs(left - right) <= tolerance
    merged.push(isSame ? left : Math.min(left, right))
    if (isSame || left < right) first++
    if (isSame || right < left) second++
  }
  return [...merged, ...one.slice(first), ...two.slice(second)]
}
