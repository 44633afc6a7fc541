/** Letters that Unicode does not take apart, though people type them without their stroke. */
const plainLetters: Readonly<Record<string, string>> = { ð: 'd', đ: 'd', ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' }

/** Letters as they are compared: without accents and case, so that "gudmund" finds "Guðmund". */
function plainText(text: string): string {
  const small = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return small.replace(/[ðđøłßæœþı]/g, (letter) => plainLetters[letter] ?? letter)
}

/** Whether somebody's name or user name holds every word that was typed, in any order. */
export function personMatches(person: { name: string; user_name: string }, typed: string): boolean {
  const text = plainText(`${person.name} @${person.user_name}`)
  return plainText(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
