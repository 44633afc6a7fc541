// A play as one number: the minute since 1970, 0 if unknown, and the seconds played, 0 if unknown. Sorts by time.

const SECONDS = 2 ** 15

export const packPlay = (minute: number, seconds: number): number => minute * SECONDS + Math.min(Math.round(seconds), SECONDS - 1)
export const minuteOf = (play: number): number => Math.floor(play / SECONDS)
export const secondsOf = (play: number): number => play % SECONDS

/**
 * Merges the plays of one item from two files: each play of one list stands for at most one of the other, if they are
 * at most `tolerance` minutes apart. Both lists are sorted; so is the result.
 */
export function mergeTimes(one: readonly number[], two: readonly number[], tolerance: number): number[] {
  if (one.length === 0 || two.length === 0) return [...one, ...two]
  const merged: number[] = []
  let first = 0
  let second = 0
  while (first < one.length && second < two.length) {
    const left = one[first] ?? 0
    const right = two[second] ?? 0
    const isSame = Math.abs(minuteOf(left) - minuteOf(right)) <= tolerance
    merged.push(isSame ? packPlay(minuteOf(left), Math.max(secondsOf(left), secondsOf(right))) : Math.min(left, right))
    if (isSame || left < right) first++
    if (isSame || right < left) second++
  }
  return [...merged, ...one.slice(first), ...two.slice(second)]
}
