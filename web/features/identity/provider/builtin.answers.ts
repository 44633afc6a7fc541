import { type IdentityAccount, IdentityError, type IdentityUser } from './identity.provider.ts'

type UserResponse = {
  /** True: the user is missing because the sign-in needs a code. */
  second_factor?: boolean
  user: { id: string; email: string; emailVerified: boolean; name: string } | null
}
type AccountResponse = { providers: string[]; recovery_codes_left: number | null }
type SignOutResponse = { url?: string; others?: boolean }
type Claims = { sub: string; iat: number; exp: number }

/** An answer of our server, which has this shape. @throws IdentityError for anything but an object */
export function readAs<T extends object>(answer: unknown): T {
  if (typeof answer !== 'object' || answer === null) throw new IdentityError('internal', { cause: 'not an answer' })
  return answer as T
}

/** The user in a provider's answer; null when signed out. @throws IdentityError 'second-factor-required', or for an unknown format */
export function readUser(answer: unknown): IdentityUser | null {
  const { user, second_factor: needsCode } = readAs<Partial<UserResponse>>(answer)
  if (needsCode) throw new IdentityError('second-factor-required')
  // An unknown session doesn't mean signed out.
  if (user === undefined) throw new IdentityError('internal', { cause: 'no user in the answer' })
  return user && { subject: user.id, email: user.email, emailVerified: user.emailVerified, displayName: user.name || null }
}

/** The account in a provider's answer. @throws IdentityError for an unknown format */
export function readAccount(answer: unknown): IdentityAccount | null {
  const user = readUser(answer)
  if (!user) return null
  const { providers, recovery_codes_left: recoveryCodesLeft } = readAs<AccountResponse>(answer)
  return { ...user, providers, recoveryCodesLeft }
}

/** `url`: the issuer's sign-out page. `hasOthers`: other accounts may be signed in. An unknown format must not keep a user signed in. */
export function readSignOut(answer: unknown): { url: string | null; hasOthers: boolean } {
  const { url = '', others: hasOthers = false }: SignOutResponse = typeof answer === 'object' ? (answer ?? {}) : {}
  return { url: isWebAddress(url) ? url : null, hasOthers }
}

export const isWebAddress = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

/** The token that another provider's client signs in with. @throws IdentityError for an unknown format */
export const readCustomToken = (answer: unknown): string => readAs<{ custom_token: string }>(answer).custom_token

/** The token of an answer, its account, and its lifetime. Only the server can verify a token; this only reads it. */
export function readToken(answer: unknown): { text: string; subject: string; lifetimeMs: number } {
  try {
    const { token } = readAs<{ token: string }>(answer)
    // The claims are those of our server's tokens.
    const { sub: subject, iat, exp } = JSON.parse(fromBase64Url(token.split('.')[1] ?? '')) as Claims
    return { text: token, subject, lifetimeMs: (exp - iat) * 1000 }
  } catch (cause) {
    throw new IdentityError('internal', { cause })
  }
}

const fromBase64Url = (text: string) => atob(text.replaceAll('-', '+').replaceAll('_', '/'))
