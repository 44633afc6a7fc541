import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { AppLanguage } from '#contract/languages/languages.ts'
import { preferredLanguage } from '#server/platform/http/accept-language.ts'
import { timings } from '#contract/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Email } from '#server/platform/mail/email.ts'
import type { Mailer } from '#server/platform/mail/outbox.ts'
import { networkOf } from '#server/platform/rate-limit/network.ts'
import type { Accounts } from './accounts.ts'
import type { Attempts } from './attempts.ts'
import type { Background } from './background.ts'
import type { Account, BrowserSession } from './builtin.store.ts'
import type { Codes, NewCode } from './codes.ts'
import type { Device, Devices } from './devices.ts'
import { authEmails, type LinkMode, linkTo } from '../emails/auth-emails.ts'
import type { Passwords } from './passwords.ts'

/** The caller as verified by the server. No field relies on claims of the client. */
export type Caller = {
  /** The network address, from the connection or a trusted proxy. */
  address: string
  /** The headers that the library reads: cookies and user agent. */
  headers: Headers
}

export type CommandResult = { body: object; cookies: string[] }

/** One auth command: parsed input in, response out. Every error is an AppError. */
export type Command<Input> = (input: Input, caller: Caller) => Promise<CommandResult>

export type CommandDeps = {
  accounts: Accounts
  passwords: Passwords
  codes: Codes
  attempts: Attempts
  devices: Devices
  mailer: Mailer
  background: Background
  clock: Clock
  origin: string
  /** Ends all sign-ins, tokens, sockets, and file sessions of the account's user. */
  revokeAll: (subject: string) => Promise<void>
  /** A token for the client of another provider; see `TrustedIssuer.customToken`. */
  providerToken: (uid: Uid, signedInAt: Date) => Promise<string | null>
  /** The account's user; null before the first token. */
  uidOf: (subject: string) => Promise<Uid | null>
  /** The language of the account's user; null while it is unknown. */
  languageOf: (subject: string) => Promise<AppLanguage | null>
}

/** The answer instead of a user, when the second factor is missing. */
export const SECOND_FACTOR = { user: null, second_factor: true } as const

type SignInOptions = { signedInAt?: Date; asksSecondFactor?: boolean }

export type CommandContext = ReturnType<typeof createCommandContext>
type AuthEmails = ReturnType<typeof authEmails>
type EmailedLink = Pick<NewCode, 'subject' | 'device' | 'data'> & { to: string; returnTo?: string; write: (url: string) => Email }

/** The dependencies of all auth commands, and the steps that they share. */
export function createCommandContext(deps: CommandDeps) {
  const { accounts, attempts, codes, devices, mailer, passwords, clock, languageOf, origin } = deps
  const deviceOf = ({ headers }: Caller) => devices.read(headers.get('cookie'))

  /** Strangers share one count per account. A known device has its own count, so strangers can't lock its user out. */
  function passwordAttemptKey(email: string, caller: Caller): string {
    const device = deviceOf(caller)
    return device && devices.hasAccount(device, email) ? `${email.toLowerCase()} ${device.id}` : email.toLowerCase()
  }

  /** Records that the account signed in on this device, and resets its count of wrong passwords. @returns the cookie of the device */
  async function rememberDevice(email: string, caller: Caller): Promise<string> {
    await attempts.reset('password', passwordAttemptKey(email, caller))
    return devices.cookie(devices.addAccount(deviceOf(caller) ?? devices.create(), email))
  }

  /** Counts one password attempt. @throws AppError 'rate_limited' */
  const countPasswordAttempt = (email: string, caller: Caller) => attempts.assert('password', passwordAttemptKey(email, caller))

  return {
    ...deps,
    rememberDevice,
    countPasswordAttempt,

    /** The emails in the account's language. Without an account or a known language, the caller's Accept-Language decides. */
    async emailsFor(account: Pick<Account, 'subject'> | null, { headers }: Caller): Promise<AuthEmails> {
      return authEmails((account && (await languageOf(account.subject))) ?? preferredLanguage(headers.get('accept-language')))
    },

    /** Issues a code and sends the link that contains it. */
    async sendLink(purpose: LinkMode, { to, returnTo, write, ...code }: EmailedLink): Promise<void> {
      const issued = await codes.issue({ purpose, lifeMs: timings.mailLinkMs, email: to, ...code })
      await mailer.send({ ...write(linkTo(origin, purpose, issued.code, returnTo)), to, expiresAt: issued.expiresAt })
    },

    /** The hash of the caller's device, created when missing, and the cookie that stores a new one. */
    ensureDevice(caller: Caller): { device: string; cookies: string[] } {
      const existingDevice = deviceOf(caller)
      const device = existingDevice ?? devices.create()
      return { device: deviceHash(device), cookies: existingDevice ? [] : [devices.cookie(device)] }
    },

    isSameDevice(caller: Caller, hash: string | null): boolean {
      const device = deviceOf(caller)
      return device !== null && deviceHash(device) === hash
    },

    /**
     * Signs an account in at the caller's browser. Its earlier sign-in there ends; other accounts stay signed in.
     * @param options.asksSecondFactor true unless the user is signed in to the account already
     */
    async signIn(account: Account, caller: Caller, options: SignInOptions = {}): Promise<CommandResult> {
      const previous = await accounts.currentSession(caller.headers)
      const { cookies, isChallenge } = await accounts.openBrowserSession({ subject: account.subject, ...options }, caller.headers)
      if (cookies.length === 0) throw new AppError('unauthenticated', { reason: 'account gone' })
      if (isChallenge) return { body: SECOND_FACTOR, cookies }
      await accounts.inBrowser.endPrevious(previous, account.subject, caller.headers)
      return { body: { user: presentAccount(account) }, cookies: [...cookies, await rememberDevice(account.email, caller)] }
    },

    /** Counts an email by the network that requests it and by its recipient. @throws AppError 'rate_limited' */
    async countEmail(email: string, caller: Caller): Promise<void> {
      await attempts.assert('emailFromNetwork', networkOf(caller.address))
      await attempts.assert('emailToAddress', email.toLowerCase())
    },

    /** Counts a code that the caller presents. @throws AppError 'rate_limited' */
    countCode: (caller: Caller): Promise<void> => attempts.assert('code', networkOf(caller.address)),

    /** @throws AppError 'unauthenticated' when the caller's browser has no session */
    async requireSession(caller: Caller): Promise<BrowserSession> {
      const current = await accounts.currentSession(caller.headers)
      if (!current) throw new AppError('unauthenticated', { reason: 'no session' })
      return current
    },

    /** @throws AppError 'rate_limited'; 'invalid_credentials', also for an account without a password */
    async assertPassword({ subject, email }: Account, password: string, caller: Caller): Promise<void> {
      await countPasswordAttempt(email, caller)
      const hash = await accounts.passwordHashOf(subject)
      if (!hash || !(await passwords.verify({ hash, password }))) throw new AppError('invalid_credentials')
    },

    isRecent: ({ session }: BrowserSession): boolean => clock.now().getTime() - session.createdAt.getTime() <= timings.recentSignInMs,
  }
}

const deviceHash = ({ id }: Device) => createHash('sha256').update(id).digest('hex')

export function presentAccount({ subject, email, emailVerified, name }: Account): object {
  return { id: subject, email, emailVerified, name }
}
