import { PRODUCT_NAME } from '#contract/base/product.ts'

/** Shorter local parts, such as `li`, occur in too many words. */
const MIN_NAME_LENGTH = 4

let known: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password is easy to guess: one of the 49,000 most common ones (the list of zxcvbn-ts), or the product's name or
 * the user's email address with only digits and symbols added. Case-insensitive. ASVS 5.0: 6.2.4 and 6.2.11.
 */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  const folded = password.toLowerCase()
  if (ownWords(email).includes(lettersOf(folded))) return true
  // Half a megabyte, loaded on first use.
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'].map(String)))
  return (await known).has(folded)
}

function ownWords(email: string): string[] {
  const address = email.toLowerCase()
  const local = address.split('@')[0] ?? ''
  return [PRODUCT_NAME.toLowerCase(), address, local].map(lettersOf).filter((word) => word.length >= MIN_NAME_LENGTH)
}

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')
