/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const LETTER = /[\p{L}\p{N}\p{M}_]/u
/** Letters of scripts with spaces are below; later characters need no word boundary. */
const LAST_LETTER = 0x2dff

/** The ranges of letters for a character class. The database knows only ASCII letters, depending on its locale. */
const letters = (() => {
  let ranges = ''
  for (let from = 0; from <= LAST_LETTER; from++) {
    if (!LETTER.test(String.fromCodePoint(from))) continue
    let to = from
    while (to < LAST_LETTER && LETTER.test(String.fromCodePoint(to + 1))) to++
    ranges += to > from ? `${String.fromCodePoint(from)}-${String.fromCodePoint(to)}` : String.fromCodePoint(from)
    from = to
  }
  return ranges
})()

/** The key under which spellings of a muted word are one. */
export const wordKey = (word: string): string => word.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()

/**
 * A regular expression of PostgreSQL that finds any of these words in any case. Words are found whole, unless their script has no
 * spaces. Returns null without words.
 */
export function patternOf(words: readonly string[]): string | null {
  const byEnds = Map.groupBy(words.map(wordKey).filter(Boolean), (word) => {
    const characters = Array.from(word)
    return `${needsBoundary(characters[0]) ? `(?:^|[^${letters}])` : ''} ${needsBoundary(characters.at(-1)) ? `(?:$|[^${letters}])` : ''}`
  })
  const patterns = [...byEnds].map(([ends, group]) => {
    const [start = '', end = ''] = ends.split(' ')
    return `${start}(?:${group.map(inAnyCase).join('|')})${end}`
  })
  return patterns.length === 0 ? null : patterns.join('|')
}

const needsBoundary = (character = ''): boolean => LETTER.test(character) && !UNSPACED.test(character)

/** Letters as classes of both cases: the database would ignore the case of ASCII letters alone. */
function inAnyCase(word: string): string {
  return Array.from(word)
    .map((character) => {
      if (character === ' ') return '[[:space:]]+'
      const upper = character.toUpperCase()
      if (upper !== character && Array.from(upper).length === 1) return `[${character}${upper}]`
      return /[\\^$.*+?()[\]{}|]/.test(character) ? `\\${character}` : character
    })
    .join('')
}
