import { PRODUCT_NAME } from '#contract/base/product.ts'

/** Local parts such as `li` are in too many words to say anything. */
const SHORTEST_NAME = 4

let known: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password is among the first that would be tried on this account: one of the 49,000 most common ones (the list
 * of zxcvbn-ts, which counts published leaks), or the product's name or the person's own address with nothing but digits and
 * signs around it. Capital letters make no difference. ASVS 5.0: 6.2.4 and 6.2.11.
 */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  const folded = password.toLowerCase()
  if (ownWords(email).includes(lettersOf(folded))) return true
  // Half a megabyte that most starts never need.
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'].map(String)))
  return (await known).has(folded)
}

function ownWords(email: string): string[] {
  const address = email.toLowerCase()
  const local = address.split('@')[0] ?? ''
  return [PRODUCT_NAME.toLowerCase(), address, local].map(lettersOf).filter((word) => word.length >= SHORTEST_NAME)
}

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')
