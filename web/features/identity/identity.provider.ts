/* What the app asks of whoever signs people in. The built-in provider is one adapter behind it; others come beside it. */

export type IdentityErrorCode =
  | 'user-is-null'
  | 'user-mismatch'
  | 'popup-blocked'
  | 'popup-closed-by-user'
  | 'unauthorized-domain'
  | 'network-request-failed'
  | 'password-does-not-meet-requirements'
  | 'invalid-email'
  | 'invalid-credentials'
  | 'email-already-in-use'
  | 'account-disabled'
  | 'link-invalid-or-expired'
  | 'link-email-mismatch'
  | 'recent-sign-in-required'
  | 'session-expired'
  | 'too-many-requests'
  | 'provider-not-configured'
  | 'invalid-custom-token'
  | 'internal'

/** A refusal of the identity provider. `identity.errors.ts` has its sentence. */
export class IdentityError extends Error {
  readonly code: IdentityErrorCode
  /** Rules that a password breaks, for `password-does-not-meet-requirements`. */
  readonly missing: readonly PasswordRule[]

  constructor(code: IdentityErrorCode, { missing = [], cause }: { missing?: readonly PasswordRule[]; cause?: unknown } = {}) {
    super(code, { cause })
    this.name = 'IdentityError'
    this.code = code
    this.missing = missing
  }
}

export type PasswordRule = 'min_length' | 'max_length'
export type PasswordPolicy = { minLength: number; maxLength: number }

export type IdentityUser = {
  /** The provider's name for the account. The product's `uid` is another and comes from the server. */
  subject: string
  email: string
  emailVerified: boolean
  displayName: string | null
}

export interface IdentityProvider {
  readonly kind: 'builtin'
  /**
   * Finds out who is signed in; resolves once that is known. While the provider can't be reached it stays unknown and is
   * asked again. Calling it once more asks at once.
   */
  start(): Promise<void>
  /** Null: nobody. Undefined: not known yet, which is no reason to send anybody to the login page. */
  currentUser(): IdentityUser | null | undefined
  /** Fires after every change of `currentUser`, the first time it becomes known included. Returns its own end. */
  subscribe(listener: (user: IdentityUser | null) => void): () => void
  /**
   * A token for our server, at least 30 s from its end. Waits until it is known who is signed in. Kept in memory only;
   * callers that ask at the same time share one request.
   * @throws Error 'user is null' when nobody is signed in, or the session turns out to have ended
   * @throws IdentityError 'network-request-failed', which signs nobody out
   */
  getToken(options?: { forceRefresh?: boolean }): Promise<string>
  /** @throws IdentityError */
  signUpWithPassword(input: { email: string; password: string; displayName?: string }): Promise<IdentityUser>
  /** @throws IdentityError 'invalid-credentials' for a wrong password and an unknown account alike */
  signInWithPassword(input: { email: string; password: string }): Promise<IdentityUser>
  /** Which rules of the provider's policy a password breaks. */
  checkPassword(password: string): Promise<{ ok: boolean; missing: readonly PasswordRule[] }>
  /** Does nothing when nobody is signed in. @throws IdentityError 'network-request-failed', and then nobody was signed out */
  signOut(): Promise<void>
}
