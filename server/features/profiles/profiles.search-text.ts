// Names are compared in search by the product's own folding, because the two database engines and their locales disagree about letters
// outside of ASCII.

/** Letters that Unicode does not decompose, with their usual replacements. */
const replacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
}

/**
 * The folded form of a name for search: lower case, no accents, plain letters instead of wide and styled ones, single spaces. Marks that
 * change the reading (vowel signs, voicing) stay. Folding twice changes nothing.
 */
export function foldName(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f\u064b-\u0652\u200b-\u200f\u2060\ufeff]/g, '')
      .replace(/[ßæœøłđðþħıŧ]/g, (letter) => replacements[letter] ?? letter)
      // oxlint-disable-next-line no-control-regex -- a NUL must not reach the database
      .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
      .trim()
  )
}

/** The search text stored with a profile. It starts with a space, so that one pattern finds the beginning of every word. */
export function searchTextOf(userName: string, name: string): string {
  return ` ${foldName(userName)} ${spaceOut(foldName(name))}`
}

/** Chinese and Japanese names have no spaces, and people search for a part of two characters: each character is a word. */
export function spaceOut(folded: string): string {
  return folded.replace(/(?<=\S)(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu, ' ')
}

/** A normalized search text; null when nothing in it is searchable. User names may start with @. */
export function readQuery(typed: string): { text: string; words: string[] } | null {
  const text = foldName(typed).replace(/^@+/, '').trim()
  return text ? { text: spaceOut(text), words: text.split(' ').map(spaceOut) } : null
}
