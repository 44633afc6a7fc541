import { type IdentityAccount, IdentityError, type IdentityUser } from './identity.provider.ts'

type UserResponse = {
  /** True: the user is missing because the sign-in needs a code. */
  second_factor?: boolean
  user: { id: string; email: string; emailVerified: boolean; name: string } | null
}
type AccountResponse = { providers: string[]; recovery_codes_left: number | null }
type SignOutResponse = { url?: string; others?: boolean }
type Claims = { sub: string; iat: number; exp: number }

/** A response of our server, which has this shape. @throws IdentityError for anything but an object */
export function readAs<T extends object>(response: unknown): T {
  if (typeof response !== 'object' || response === null) throw new IdentityError('internal', { cause: 'not an response' })
  return response as T
}

/** The user in a provider's response; null when signed out. @throws IdentityError 'second-factor-required', or for an unknown format */
export function readUser(response: unknown): IdentityUser | null {
  const { user, second_factor: needsCode } = readAs<Partial<UserResponse>>(response)
  if (needsCode) throw new IdentityError('second-factor-required')
  // An unknown session doesn't mean signed out.
  if (user === undefined) throw new IdentityError('internal', { cause: 'no user in the response' })
  return user && { subject: user.id, email: user.email, emailVerified: user.emailVerified, displayName: user.name || null }
}

/** The account in a provider's response. @throws IdentityError for an unknown format */
export function readAccount(response: unknown): IdentityAccount | null {
  const user = readUser(response)
  if (!user) return null
  const { providers, recovery_codes_left: recoveryCodesLeft } = readAs<AccountResponse>(response)
  return { ...user, providers, recoveryCodesLeft }
}

/** `url`: the issuer's sign-out page. `hasOthers`: other accounts may be signed in. An unknown format must not keep a user signed in. */
export function readSignOut(response: unknown): { url: string | null; hasOthers: boolean } {
  const { url = '', others: hasOthers = false }: SignOutResponse = typeof response === 'object' ? (response ?? {}) : {}
  return { url: isWebAddress(url) ? url : null, hasOthers }
}

export const isWebAddress = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

/** The token that another provider's client signs in with. @throws IdentityError for an unknown format */
export const readCustomToken = (response: unknown): string => readAs<{ custom_token: string }>(response).custom_token

/** The token of a response, its account, and its lifetime. Only the server can verify a token; this only reads it. */
export function readToken(response: unknown): { text: string; subject: string; lifetimeMs: number } {
  try {
    const { token } = readAs<{ token: string }>(response)
    // The claims are those of our server's tokens.
    const { sub: subject, iat, exp } = JSON.parse(fromBase64Url(token.split('.')[1] ?? '')) as Claims
    return { text: token, subject, lifetimeMs: (exp - iat) * 1000 }
  } catch (cause) {
    throw new IdentityError('internal', { cause })
  }
}

const fromBase64Url = (text: string) => atob(text.replaceAll('-', '+').replaceAll('_', '/'))
