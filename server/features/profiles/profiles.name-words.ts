/** A word of a user's name that the searcher may have meant, and its distance from the typed word. */
export type SimilarWord = { word: string; typos: number }

/** Words of names are short; longer ones are ignored. */
const LONGEST = 40
/** A search compares at most so many new words one by one, and sorts more of them in first. */
const UNSORTED = 256
/** Names sorted in at once while names are loaded, which takes a few milliseconds. */
const SORTED_AT_ONCE = 20_000

/**
 * Every word of all names, in memory. Words that begin with the same letters follow each other and are compared once, so a search for a
 * misspelled word reads few of them. Words of removed names are harmless, because they find nobody.
 */
export function createNameWords() {
  const counts = new Map<string, number>()
  let sorted: string[] = []
  /** The number of letters that each sorted word shares with the previous one. */
  let shared = new Uint8Array(0)
  let unsorted: string[] = []

  function sortIn(): void {
    sorted = merge(sorted, unsorted.toSorted(inOrder))
    shared = Uint8Array.from(sorted, (word, index) => sharedLetters(sorted[index - 1] ?? '', word))
    unsorted = []
  }

  return {
    add(searchText: string): void {
      for (const word of new Set(wordsOf(searchText))) {
        const count = counts.get(word)
        counts.set(word, (count ?? 0) + 1)
        if (count === undefined) unsorted.push(word)
      }
      if (unsorted.length >= SORTED_AT_ONCE) sortIn()
    },

    /**
     * The words that may have been meant, nearest and most common first. Left out are those that begin with the typed word, or with a word
     * of the list that is no further away.
     */
    findSimilar(typed: string, maxTypos: number, limit: number): SimilarWord[] {
      if (unsorted.length > UNSORTED) sortIn()
      const distance = createDistance(typed, maxTypos)
      const found: SimilarWord[] = []
      const visit = (word: string, prefixLength: number): void => {
        const typos = distance.distanceTo(word, prefixLength)
        if (typos === 0 || typos > maxTypos) return
        const last = found.at(-1)
        if (!last || typos < last.typos || !word.startsWith(last.word)) found.push({ word, typos })
      }
      for (let index = 0; index < sorted.length; index++) {
        // If a prefix is too far away, all words with this prefix are too far away.
        if (shared[index]! < distance.tooFarFrom()) visit(sorted[index]!, shared[index]!)
      }
      for (const word of unsorted) visit(word, 0)
      const rank = ({ word, typos }: SimilarWord) => typos * 1_000 + Math.abs(word.length - typed.length)
      return found.toSorted((a, b) => rank(a) - rank(b) || (counts.get(b.word) ?? 0) - (counts.get(a.word) ?? 0)).slice(0, limit)
    },
  }
}

/** Usernames are split at dots, underscores and digits. */
const wordsOf = (searchText: string): string[] =>
  searchText.split(/[^\p{L}\p{M}]+/u).filter((word) => word.length > 2 && word.length <= LONGEST)

/** By code units, so that words with the same first letters are neighbors. */
const inOrder = (a: string, b: string): number => (a < b ? -1 : 1)

function merge(some: readonly string[], others: readonly string[]): string[] {
  const all: string[] = []
  let offset = 0
  for (const word of some) {
    for (; offset < others.length && others[offset]! < word; offset++) all.push(others[offset]!)
    all.push(word)
  }
  return [...all, ...others.slice(offset)]
}

function sharedLetters(a: string, b: string): number {
  let offset = 0
  while (offset < a.length && a[offset] === b[offset]) offset++
  return offset
}

/**
 * The number of typos between the typed word and the beginning of a word: an extra letter, a missing one, a wrong one, two swapped.
 * @returns `most + 1` if there are more
 */
export const editsToPrefix = (typed: string, word: string, max: number): number => createDistance(typed, max).distanceTo(word, 0)

/** Edit distances from one typed word. A row of the table belongs to a letter of the word, so words with the same beginning share rows. */
function createDistance(typed: string, max: number) {
  const width = typed.length + 1
  const longest = typed.length + max
  const table = new Uint8Array((longest + 1) * width)
  /** The minimum distance of a prefix of the word, up to each row. */
  const best = new Uint8Array(longest + 1)
  for (let column = 0; column < width; column++) table[column] = column
  best[0] = Math.min(typed.length, max + 1)
  let rows = 0
  let tooFarFrom = Number.POSITIVE_INFINITY

  /** Fills the row of a letter. @returns its minimum distance */
  function fillRow(row: number, word: string): number {
    const [here, above] = [row * width, (row - 1) * width]
    table[here] = row
    let min = row
    for (let column = 1; column < width; column++) {
      const isSame = word[row - 1] === typed[column - 1]
      let typos = Math.min(table[above + column]! + 1, table[here + column - 1]! + 1, table[above + column - 1]! + (isSame ? 0 : 1))
      const isSwapped = row > 1 && column > 1 && word[row - 1] === typed[column - 2] && word[row - 2] === typed[column - 1]
      if (isSwapped) typos = Math.min(typos, table[above - width + column - 2]! + 1)
      table[here + column] = typos
      min = Math.min(min, typos)
    }
    best[row] = Math.min(best[row - 1]!, table[here + width - 1]!)
    return min
  }

  return {
    /** @param prefixLength the number of first letters that the word shares with the one before */
    distanceTo(word: string, prefixLength: number): number {
      const end = Math.min(word.length, longest)
      rows = Math.min(rows, prefixLength)
      tooFarFrom = Number.POSITIVE_INFINITY
      let isFar = false
      while (rows < end) {
        const min = fillRow(++rows, word)
        // A swap refers to the row before the previous one, so one far row is not the end yet.
        if (min > max && isFar) {
          if (best[rows]! > max) tooFarFrom = rows
          break
        }
        isFar = min > max
      }
      return Math.min(best[rows]!, max + 1)
    },
    /** Words that share so many letters with the last one are too far away; infinite if it wasn't. */
    tooFarFrom: () => tooFarFrom,
  }
}
