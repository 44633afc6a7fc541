import { fieldsOf, isText } from '#web/platform/fields.ts'
import { type IdentityAccount, IdentityError, type IdentityUser } from './identity.provider.ts'

/** Parses the user in a provider's answer; null when signed out. @throws IdentityError 'second-factor-required', or for an unknown format */
export function readUser(answer: unknown): IdentityUser | null {
  const { user, second_factor: needsCode } = fieldsOf(answer)
  // The user is missing because the sign-in needs a code.
  if (needsCode === true) throw new IdentityError('second-factor-required')
  if (user === null) return null
  const { id, email, emailVerified, name } = fieldsOf(user)
  if (!isText(id) || !isText(email) || !isText(name) || typeof emailVerified !== 'boolean') throw unknownFormat(answer)
  return { subject: id, email, emailVerified, displayName: name || null }
}

/** Parses the account in a provider's answer. @throws IdentityError for an unknown format */
export function readAccount(answer: unknown): IdentityAccount | null {
  const user = readUser(answer)
  if (!user) return null
  const { providers, recovery_codes_left: left } = fieldsOf(answer)
  if (!Array.isArray(providers) || !providers.every(isText) || !(left === null || isCount(left))) throw unknownFormat(answer)
  return { ...user, providers, recoveryCodesLeft: left }
}

/** `url`: the issuer's sign-out page. `hasOthers`: other accounts may be signed in. An unknown format must not keep a user signed in. */
export function readSignOut(answer: unknown): { url: string | null; hasOthers: boolean } {
  const { url, others } = fieldsOf(answer)
  const isAddress = isText(url) && /^https?:$/.test(URL.parse(url)?.protocol ?? '')
  return { url: isAddress ? url : null, hasOthers: others === true }
}

/** The token that another provider's client signs in with. @throws IdentityError for an unknown format */
export function readCustomToken(answer: unknown): string {
  const { custom_token: token } = fieldsOf(answer)
  if (!isText(token)) throw unknownFormat(answer)
  return token
}

/** The token of an answer, its account, and its lifetime. Only the server can verify a token; this only reads it. */
export function readToken(answer: unknown): { text: string; subject: string; lifetimeMs: number } {
  const { token } = fieldsOf(answer)
  if (!isText(token)) throw unknownFormat(answer)
  const { sub, iat, exp } = claimsOf(token)
  if (!isText(sub) || typeof iat !== 'number' || typeof exp !== 'number') throw unknownFormat(answer)
  return { text: token, subject: sub, lifetimeMs: (exp - iat) * 1000 }
}

function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(fromBase64Url(token.split('.')[1] ?? '')))
  } catch (cause) {
    throw new IdentityError('internal', { cause })
  }
}

const fromBase64Url = (text: string) => atob(text.replaceAll('-', '+').replaceAll('_', '/'))

const isCount = (value: unknown): value is number => Number.isInteger(value)

/** The error names only the fields: an answer may have secrets. */
const unknownFormat = (answer: unknown) => new IdentityError('internal', { cause: `fields: ${Object.keys(fieldsOf(answer)).join(', ')}` })
