/* The interface of identity providers. The built-in provider is one adapter; Firebase is another. */
import type { AccountAction, IdentityMethod } from '#contract/identity/identity.ts'

export type IdentityErrorCode =
  | 'user-is-null'
  | 'user-mismatch'
  | 'cookies-blocked'
  | 'popup-blocked'
  | 'popup-closed-by-user'
  | 'unauthorized-domain'
  | 'network-request-failed'
  | 'password-does-not-meet-requirements'
  | 'invalid-email'
  | 'invalid-credentials'
  /** Never reveals which addresses have an account. */
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
  | 'too-many-accounts'
  | 'invalid-custom-token'
  /** The sign-in waits for a code: `SecondFactor.complete`. */
  | 'second-factor-required'
  | 'second-factor-wrong'
  | 'second-factor-expired'
  /** The user closed the browser's dialog. */
  | 'passkey-cancelled'
  | 'passkey-exists'
  | 'passkey-unknown'
  | 'passkey-failed'
  | 'internal'

/** An error of the identity provider. `identity.errors.ts` has its message. */
export class IdentityError extends Error {
  readonly code: IdentityErrorCode
  /** The broken password rules, for `password-does-not-meet-requirements`. */
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
  /** The account's ID at the provider. The product's `uid` is different and comes from the server. */
  subject: string
  email: string
  emailVerified: boolean
  displayName: string | null
}

/** The full account, as the provider currently has it. */
export type IdentityAccount = IdentityUser & {
  /** The account's sign-in methods: 'password', or a provider ID such as 'google'. */
  providers: readonly string[]
  /** The number of unused recovery codes; null without a second factor. */
  recoveryCodesLeft: number | null
}

/** `createdAt` is null when it is not known. */
export type Passkey = { id: string; name: string; createdAt: Date | null }

/** Passkeys of the signed-in account, and sign-in with one. */
export type Passkeys = {
  list(): Promise<readonly Passkey[]>
  /** Opens the browser's dialog. Without a name the server chooses one. @throws IdentityError 'recent-sign-in-required' */
  add(name: string): Promise<void>
  rename(id: string, name: string): Promise<void>
  remove(id: string): Promise<void>
  /** @param input.isSuggestion true: no dialog, but suggestions in the email field, until `signal` ends them */
  signIn(input?: { isSuggestion?: boolean; signal?: AbortSignal }): Promise<IdentityUser>
}

/** Two-step sign-in with an authenticator app. */
export type SecondFactor = {
  /** Prepares it. `uri` is for the app's QR code; nothing is asked before `confirm`. @throws IdentityError 'invalid-credentials' */
  prepare(password: string): Promise<{ uri: string; recoveryCodes: readonly string[] }>
  /** Turns it on with the app's first code. @throws IdentityError 'second-factor-wrong' */
  confirm(code: string): Promise<void>
  /**
   * Completes a sign-in that failed with 'second-factor-required'.
   * @throws IdentityError 'second-factor-wrong'; 'second-factor-expired' when the sign-in has to start again
   */
  complete(input: { code: string; kind: 'app' | 'recovery'; trustBrowser: boolean }): Promise<IdentityUser>
  /** Replaces the recovery codes. @throws IdentityError 'invalid-credentials' */
  newRecoveryCodes(password: string): Promise<readonly string[]>
  /** @throws IdentityError 'invalid-credentials' */
  turnOff(password: string): Promise<void>
}

/** An account that is signed in at this browser. */
export type BrowserAccount = {
  subject: string
  /** Null until its user has loaded a page. */
  uid: string | null
  email: string
  isActive: boolean
}

export type BrowserAccounts = {
  /** The first sign-in first. */
  list(): Promise<readonly BrowserAccount[]>
  /** Makes another account the active one. @throws IdentityError 'session-expired' when it is no longer signed in */
  switchTo(subject: string): Promise<IdentityUser>
  /** Signs out every account of this browser. */
  signOutAll(): Promise<void>
}

export type IdentitySession = {
  id: string
  /** Names such as 'Firefox' and 'Android'; null when unknown. */
  browser: string | null
  system: string | null
  createdAt: Date
  lastSeenAt: Date
  current: boolean
}

/** The capabilities of the configured provider; pages offer exactly these. */
export type IdentityCapabilities = {
  methods: readonly IdentityMethod[]
  /** Providers for `signInWithPopup`, in display order. */
  popup: readonly { id: string; name: string }[]
  account: readonly AccountAction[]
  /** True: a link in an email finishes `signUpWithPassword`. */
  confirmsSignUp: boolean
}

/**
 * Authenticates users. Every error is an IdentityError; 'network-request-failed' never changes the session.
 * Links in emails open `/login?mode=...#code`: the page shows what will happen, and a button calls what consumes the code.
 */
export interface IdentityProvider {
  readonly kind: 'builtin' | 'firebase'
  /** Waits for this installation's capabilities. */
  capabilities(): Promise<IdentityCapabilities>
  /**
   * Loads the session; resolves once it is known. While the provider can't be reached it stays unknown and retries.
   * Another call retries at once.
   */
  start(): Promise<void>
  /** Null: signed out. Undefined: not known yet; never redirect to the login page for that. */
  currentUser(): IdentityUser | null | undefined
  /** Called after every change of `currentUser`, including the first known value. Returns an unsubscribe function. */
  subscribe(listener: (user: IdentityUser | null) => void): () => void
  /**
   * A token for our server, at least 30 s before its expiry. Waits until the session is known. Only kept in memory;
   * concurrent callers share one request.
   * @throws Error 'user is null' when signed out, or when the session turns out to have ended
   * @throws IdentityError 'network-request-failed', which ends no session
   */
  getToken(options?: { forceRefresh?: boolean }): Promise<string>
  /**
   * Signs out the active account. The next account of this browser, if there is one, becomes active.
   * Does nothing when no user is signed in.
   * @returns the sign-out page of the issuer that the browser opens next; null without one
   * @throws IdentityError 'network-request-failed', and then no session was ended
   */
  signOut(): Promise<string | null>
  /** Ways to sign in and to manage the account. Few pages need them, so their code loads when it is used. */
  methods(): Promise<IdentityMethods>
}

export interface IdentityMethods {
  /**
   * @returns the new user, signed in; null when an email with a link was sent that finishes the sign-up (`confirmSignUp`).
   * Null does not reveal whether the account existed.
   */
  signUpWithPassword(input: { email: string; password: string; displayName?: string }): Promise<IdentityUser | null>
  /**
   * Finishes a sign-up with the link's code and signs in.
   * @throws IdentityError 'link-other-device' when it started on another device: ask for the password chosen there and call again
   */
  confirmSignUp(input: { code: string; password?: string }): Promise<IdentityUser>
  /** Loads when it is used. @throws IdentityError 'provider-not-configured' where the provider has none (`capabilities().account`) */
  secondFactor(): Promise<SecondFactor>
  /** Loads when it is used. @throws IdentityError 'provider-not-configured', as for `secondFactor` */
  passkeys(): Promise<Passkeys>
  /** Loads when it is used. @throws IdentityError 'provider-not-configured', as for `secondFactor` */
  accounts(): Promise<BrowserAccounts>
  /**
   * This and `completeSignInLink` end with 'second-factor-required' for an account with two-step sign-in.
   * @throws IdentityError 'invalid-credentials' for a wrong password and an unknown account alike
   */
  signInWithPassword(input: { email: string; password: string }): Promise<IdentityUser>
  /** Sends a sign-in link, to known and unknown addresses alike. @param input.returnTo a path of this site */
  sendSignInLink(input: { email: string; returnTo: string }): Promise<void>
  isSignInLink(url: string): boolean
  /** The address for which this browser requested a link; null on another device, where the user has to type it. */
  emailOfSignInLink(): string | null
  /**
   * Signs in with a link; creates the account the first time.
   * @param input.otherDevice the user confirmed that they requested the link on another device
   * @throws IdentityError 'link-email-mismatch' without consuming the link; 'link-other-device' when requested elsewhere without
   * that confirmation; 'link-invalid-or-expired'
   */
  completeSignInLink(input: { url: string; email: string; otherDevice?: boolean }): Promise<IdentityUser>
  /** Call it inside the click, or the browser blocks the popup. @param providerId one of `capabilities().popup` */
  signInWithPopup(providerId: string): Promise<IdentityUser>
  /** Creates and stores a new secret on this device; returns the challenge for `identityCalls.mintCustomToken`. */
  customTokenChallenge(): Promise<string>
  /** @throws IdentityError 'invalid-custom-token' unless this device requested it within the last minute */
  signInWithCustomToken(token: string): Promise<IdentityUser>
  /** Signs in again, for actions that require a recent sign-in. @throws IdentityError 'user-mismatch' for another account */
  reauthenticate(input: { password?: string; providerId?: string }): Promise<void>
  /** Returns the policy rules that a password breaks. */
  checkPassword(password: string): Promise<{ ok: boolean; missing: readonly PasswordRule[] }>
  /** Sends a password reset link, to known and unknown addresses alike. */
  sendPasswordReset(email: string): Promise<void>
  /** Sets the password with the link's code and ends every session of the account. Does not sign in. */
  confirmPasswordReset(input: { code: string; password: string }): Promise<void>
  /** Ends every other session of the account. */
  changePassword(input: { current: string; next: string }): Promise<void>
  /** The account as the provider currently has it; null when signed out. */
  lookupAccount(): Promise<IdentityAccount | null>
  /** Sends a link that verifies the address. */
  sendVerification(): Promise<void>
  /** @throws IdentityError 'user-mismatch' when the code belongs to another account, 'user-is-null' when signed out */
  confirmEmail(code: string): Promise<void>
  /**
   * Sends a link to the new address; the old one stays valid until it is used, and receives a notification.
   * @throws IdentityError 'recent-sign-in-required' without a password when the sign-in is older than 5 minutes
   */
  changeEmail(input: { email: string; password?: string }): Promise<void>
  /** Like `confirmEmail`, for the new address. */
  confirmEmailChange(code: string): Promise<void>
  /** Latest first. Empty where the provider does not list sessions (`capabilities().account`). */
  listSessions(): Promise<readonly IdentitySession[]>
  /** Ends one session, all others, or without input every session including this one. */
  revokeSessions(input?: { id: string } | { others: true }): Promise<void>
  /** A single-use address of a zip with the user's data. @throws IdentityError 'recent-sign-in-required' */
  exportData(): Promise<string>
  /**
   * Deletes the account and its data.
   * @returns how many files the server still has to delete from its file store; they are no longer accessible
   * @throws IdentityError 'recent-sign-in-required' without a password
   */
  deleteAccount(input?: { password?: string }): Promise<{ filesPending: number }>
}

/** The sign-in methods of a provider; adapters implement them in a separate file. */
export type SignInMethods = Pick<
  IdentityMethods,
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

/** Account management of a provider: passwords, addresses, sessions, export and deletion. */
export type AccountManagement = Pick<
  IdentityMethods,
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
