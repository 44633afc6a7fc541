/** Lowercase text without accents, for comparison. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase()

/**
 * Entries with words that start with every typed word; entries whose name starts with them come first. Empty input returns all.
 * @param wordsOf returns the name and further search words
 */
export function matchingEntries<T>(entries: readonly T[], typed: string, wordsOf: (entry: T) => { name: string; words: string }): T[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...entries]
  const ranked = entries.flatMap((entry) => {
    const { name, words } = wordsOf(entry)
    const has = plain(`${name} ${words}`).split(/[\s,/]+/)
    if (!wanted.every((want) => has.some((word) => word.startsWith(want)))) return []
    return [{ entry, rank: plain(name).startsWith(wanted.join(' ')) ? 0 : 1 }]
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry)
}
