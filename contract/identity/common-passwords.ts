import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { PRODUCT_NAME } from '../base/product.ts'

/** Shorter local parts of an address, such as `li`, occur in too many words. */
const MIN_NAME_LENGTH = 4

/** Hexadecimal digits of a hash: the first are sent to the server, which answers with the next ones of every match. */
const hashDigits = { prefix: 3, suffix: 13 } as const

/** Whether a password is the product's name or the email address, with only digits and symbols added. Case-insensitive. */
export function isOwnName(password: string, email: string): boolean {
  const address = email.toLowerCase()
  const names = [PRODUCT_NAME.toLowerCase(), address, address.split('@')[0] ?? ''].map(lettersOf)
  return names.filter((name) => name.length >= MIN_NAME_LENGTH).includes(lettersOf(password.toLowerCase()))
}

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')

/** Splits the SHA-256 of a lower-case password, in hexadecimal digits, into what is sent and what is compared. */
export function splitPasswordHash(sha256: string): { prefix: string; suffix: string } {
  const { prefix, suffix } = hashDigits
  return { prefix: sha256.slice(0, prefix), suffix: sha256.slice(prefix, prefix + suffix) }
}

export const commonPasswordCalls = {
  getCommonPasswords: defineCall({
    method: 'GET',
    area: 'public',
    path: '/common-passwords/:prefix',
    summary: 'Hashes of common passwords that start with these digits, so that a form can check a password without sending it',
    params: z.object({ prefix: z.string().check(z.regex(/^[0-9a-f]{3}$/)) }),
    response: z.object({ suffixes: z.array(z.string()) }),
  }),
}
