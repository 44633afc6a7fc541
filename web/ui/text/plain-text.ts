/** Letters that Unicode does not decompose, as people type them on other keyboards. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Lowercase text without accents, for comparison. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    // Not by locale: in Turkish, "I" would become another letter than the typed "i".
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)

/** Whether a text contains every typed word, in any order. Case and accents don't matter. Without typed words it does. */
export function containsWords(text: string, typed: string): boolean {
  const plain = plainText(text)
  return plainText(typed)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}
