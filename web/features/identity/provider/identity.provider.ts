/* What the app asks of whoever signs people in. The built-in provider is one adapter behind it; others come beside it. */
import type { AccountAct, IdentityMethod } from '#contract/identity.ts'

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
  /** The built-in provider says no more: whoever asks must not learn which addresses have an account. */
  | 'sign-up-rejected'
  | 'email-already-in-use'
  | 'email-not-shared'
  | 'account-disabled'
  | 'link-invalid-or-expired'
  | 'link-email-mismatch'
  | 'link-other-device'
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

export type PasswordRule = 'min_length' | 'max_length' | 'lowercase' | 'uppercase' | 'digit' | 'symbol' | 'uncommon'
export type PasswordPolicy = { minLength: number; maxLength: number }

export type IdentityUser = {
  /** The provider's name for the account. The product's `uid` is another and comes from the server. */
  subject: string
  email: string
  emailVerified: boolean
  displayName: string | null
}

/** The account in full, as the provider has it now. */
export type IdentityAccount = IdentityUser & {
  /** Ways in that this account has: 'password', or the id of another provider such as 'google'. */
  providers: readonly string[]
}

export type IdentitySession = {
  id: string
  /** Names such as 'Firefox' and 'Android'; null when it can't be told. */
  browser: string | null
  system: string | null
  createdAt: Date
  lastSeenAt: Date
  current: boolean
}

/** What the configured provider can do; pages offer exactly this. */
export type IdentityCapabilities = {
  methods: readonly IdentityMethod[]
  /** Whom `signInWithPopup` can ask, in the order to show them. */
  popup: readonly { id: string; name: string }[]
  account: readonly AccountAct[]
  /** True: `signUpWithPassword` is finished by a link in a mail. */
  confirmsSignUp: boolean
}

/**
 * Whoever signs people in. Every refusal is an IdentityError; 'network-request-failed' never changes who is signed in.
 * Links of mails open `/login?mode=...#code`: the page shows what will happen, and a button calls what consumes the code.
 */
export interface IdentityProvider {
  readonly kind: 'builtin' | 'firebase'
  /** Waits for the offer of this installation. */
  capabilities(): Promise<IdentityCapabilities>
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
  /**
   * @returns the new person, signed in; null when a mail is on its way whose link finishes the sign-up (`confirmSignUp`).
   *   Then nothing tells whether there was an account already.
   */
  signUpWithPassword(input: { email: string; password: string; displayName?: string }): Promise<IdentityUser | null>
  /**
   * Finishes a sign-up from the link's code and signs in.
   * @throws IdentityError 'link-other-device' when it began on another device: ask for the password chosen there and call again with it
   */
  confirmSignUp(input: { code: string; password?: string }): Promise<IdentityUser>
  /** @throws IdentityError 'invalid-credentials' for a wrong password and an unknown account alike */
  signInWithPassword(input: { email: string; password: string }): Promise<IdentityUser>
  /** Sends a sign-in link, to an unknown address as well as to a known one. @param input.returnTo a path of ours */
  sendSignInLink(input: { email: string; returnTo: string }): Promise<void>
  isSignInLink(url: string): boolean
  /** The address this browser asked a link for; null on another device, where the person has to type it. */
  emailOfSignInLink(): string | null
  /**
   * Signs in by a link; makes the account at its first.
   * @param input.otherDevice the person has confirmed that they asked for the link themselves, elsewhere
   * @throws IdentityError 'link-email-mismatch' without using the link up; 'link-other-device' when it was asked for
   *   elsewhere and that was not confirmed; 'link-invalid-or-expired'
   */
  completeSignInLink(input: { url: string; email: string; otherDevice?: boolean }): Promise<IdentityUser>
  /** Call it inside the click, or the browser blocks the window. @param providerId one of `capabilities().popup` */
  signInWithPopup(providerId: string): Promise<IdentityUser>
  /** Remembers a new secret on this device and gives what to ask a custom token with (`identityCalls.mintCustomToken`). */
  customTokenChallenge(): Promise<string>
  /** @throws IdentityError 'invalid-custom-token' unless this device asked for it within the last minute */
  signInWithCustomToken(token: string): Promise<IdentityUser>
  /** Signs in once more, so that what asks for a recent sign-in goes. @throws IdentityError 'user-mismatch' for another account */
  reauthenticate(input: { password?: string; providerId?: string }): Promise<void>
  /** Which rules of the provider's policy a password breaks. */
  checkPassword(password: string): Promise<{ ok: boolean; missing: readonly PasswordRule[] }>
  /** Sends a link that sets a new password, to an unknown address as well as to a known one. */
  sendPasswordReset(email: string): Promise<void>
  /** Sets the password from the link's code and ends every sign-in of the account. Nobody is signed in by it. */
  confirmPasswordReset(input: { code: string; password: string }): Promise<void>
  /** Ends every other sign-in of the account. */
  changePassword(input: { current: string; next: string }): Promise<void>
  /** The account as the provider has it now; null when nobody is signed in. */
  lookupAccount(): Promise<IdentityAccount | null>
  /** Sends the link that proves the address. */
  sendVerification(): Promise<void>
  /** @throws IdentityError 'user-mismatch' when the code is of another account, 'user-is-null' when nobody is signed in */
  confirmEmail(code: string): Promise<void>
  /**
   * Sends a link to the new address; until it is used the old one holds. The old address hears of it.
   * @throws IdentityError 'recent-sign-in-required' without a password when the sign-in is older than 5 minutes
   */
  changeEmail(input: { email: string; password?: string }): Promise<void>
  /** As `confirmEmail`, for the new address. */
  confirmEmailChange(code: string): Promise<void>
  /** Latest first. Empty where the provider can't tell (`capabilities().account`). */
  listSessions(): Promise<readonly IdentitySession[]>
  /** Ends one sign-in, all others, or without input every one, this one included. */
  revokeSessions(input?: { id: string } | { others: true }): Promise<void>
  /** An address that gives all of one's data as a zip, once. @throws IdentityError 'recent-sign-in-required' */
  exportData(): Promise<string>
  /** Deletes the account and everything of it. @throws IdentityError 'recent-sign-in-required' without a password */
  deleteAccount(input?: { password?: string }): Promise<void>
  /**
   * Does nothing when nobody is signed in.
   * @returns the sign-out page of the issuer that the browser opens next; null without one
   * @throws IdentityError 'network-request-failed', and then nobody was signed out
   */
  signOut(): Promise<string | null>
}

/** The part that lets people in, on its own: an adapter keeps it in a file of its own. */
export type IdentityWays = Pick<
  IdentityProvider,
  | 'signUpWithPassword'
  | 'confirmSignUp'
  | 'signInWithPassword'
  | 'sendSignInLink'
  | 'isSignInLink'
  | 'emailOfSignInLink'
  | 'completeSignInLink'
  | 'signInWithPopup'
  | 'customTokenChallenge'
  | 'signInWithCustomToken'
  | 'reauthenticate'
>

/** The part for whoever is in: passwords, addresses, sign-ins, export and deletion. */
export type IdentityAccountActs = Pick<
  IdentityProvider,
  | 'sendPasswordReset'
  | 'confirmPasswordReset'
  | 'changePassword'
  | 'lookupAccount'
  | 'sendVerification'
  | 'confirmEmail'
  | 'changeEmail'
  | 'confirmEmailChange'
  | 'listSessions'
  | 'revokeSessions'
  | 'exportData'
  | 'deleteAccount'
>
