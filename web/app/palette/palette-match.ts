/** Text as it is compared: without accents and capitals. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase()

/**
 * Those whose words begin with everything that was typed, those whose name begins with it first. Nothing typed: all, in their order.
 * @param wordsOf the name, and other words that people may look for
 */
export function matching<T>(entries: readonly T[], typed: string, wordsOf: (entry: T) => { name: string; words: string }): T[] {
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
