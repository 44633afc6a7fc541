/** One or two initials for a missing picture. Grapheme-safe, so names in any script work. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const first = firstLetter(words[0])
  const last = words.length > 1 ? firstLetter(words.at(-1)) : ''
  return (first + last).toLocaleUpperCase()
}

function firstLetter(word: string | undefined): string {
  return word ? (Array.from(word).find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '') : ''
}
