/**
 * How many slips of the finger lie between what was typed and the beginning of a word: a letter too many, one missing, a
 * wrong one, two swapped. Answers `most + 1` as soon as it is clear that there are more.
 */
export function editsToPrefix(typed: string, word: string, most: number): number {
  const width = Math.min(word.length, typed.length + most)
  let before: number[] = []
  let above = Array.from({ length: width + 1 }, (_, at) => at)
  for (let row = 1; row <= typed.length; row++) {
    const line = [row]
    let least = row
    for (let column = 1; column <= width; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      let slips = Math.min((above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwapped = row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      if (isSwapped) slips = Math.min(slips, (before[column - 2] ?? 0) + 1)
      line.push(slips)
      least = Math.min(least, slips)
    }
    // A swap looks two lines back, so one bad line is not the end yet.
    if (least > most && Math.min(...above) > most) return most + 1
    before = above
    above = line
  }
  return Math.min(...above, most + 1)
}
