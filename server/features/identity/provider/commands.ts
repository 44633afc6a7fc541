import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { AppLanguage } from '#contract/languages/languages.ts'
import { askedLanguage } from '#server/platform/http/asked-language.ts'
import { timings } from '#contract/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Mailer } from '#server/platform/mail/outbox.ts'
import { networkOf } from '#server/platform/rate-limit/network.ts'
import type { Accounts, Present } from './accounts.ts'
import type { Attempts } from './attempts.ts'
import type { Background } from './background.ts'
import type { Account } from './builtin.store.ts'
import type { Codes } from './codes.ts'
import type { Device, Devices } from './devices.ts'
import { lettersIn } from '../emails/auth-emails.ts'
import type { Passwords } from './passwords.ts'

/** Who calls, as the server knows it; none of it is taken at the client's word. */
export type Caller = {
  /** The network address, from the connection or a trusted proxy. */
  address: string
  /** What the library looks at: cookie and browser. */
  headers: Headers
}

/** What an act answers with. */
export type ActAnswer = { body: object; cookies: string[] }

/** One thing to do at the provider's door: parsed input in, answer out. @throws AppError for every refusal */
export type Act<Input> = (input: Input, caller: Caller) => Promise<ActAnswer>

export type ActsDeps = {
  accounts: Accounts
  passwords: Passwords
  codes: Codes
  attempts: Attempts
  devices: Devices
  mailer: Mailer
  background: Background
  clock: Clock
  log: Log
  origin: string
  /** Ends everything of the person behind an account: sign-ins, tokens, sockets, file sessions. */
  revokeAll: (subject: string) => Promise<void>
  /** What the person behind an account reads; null while that is not known. */
  languageOf: (subject: string) => Promise<AppLanguage | null>
}

export type ActKit = ReturnType<typeof createActKit>

type KitDeps = Pick<ActsDeps, 'accounts' | 'attempts' | 'devices' | 'clock' | 'languageOf'>

/** What the acts of the door have in common. */
export function createActKit({ accounts, attempts, devices, clock, languageOf }: KitDeps) {
  const deviceOf = ({ headers }: Caller) => devices.read(headers.get('cookie'))

  return {
    deviceOf,

    /** The letters in the language of that account; of nobody's, or while it is not known, in the one that the caller asks for. */
    async lettersFor(account: Pick<Account, 'subject'> | null, { headers }: Caller) {
      return lettersIn((account && (await languageOf(account.subject))) ?? askedLanguage(headers.get('accept-language')))
    },

    /** The caller's device, made where there is none yet, and the cookie that keeps it. */
    beginAt(caller: Caller): { device: string; cookies: string[] } {
      const known = deviceOf(caller)
      const device = known ?? devices.make()
      return { device: deviceHash(device), cookies: known ? [] : [devices.cookie(device)] }
    },

    /** Whether the caller's device is the one with this hash. */
    isAt(caller: Caller, hash: string | null): boolean {
      const device = deviceOf(caller)
      return device !== null && deviceHash(device) === hash
    },

    /** Signs an account in at the caller's browser. The sign-in that was there ends, and wrong guesses are forgotten. */
    async signIn(account: Account, caller: Caller, signedInAt?: Date): Promise<ActAnswer> {
      const before = await accounts.present(caller.headers)
      const cookies = await accounts.enter(account.subject, caller.headers, signedInAt)
      if (cookies.length === 0) throw new AppError('unauthenticated', { reason: 'account gone' })
      if (before) await accounts.end(before.account.subject, { only: before.session.id })
      return { body: { user: presentAccount(account) }, cookies: [...cookies, await this.remember(account.email, caller)] }
    },

    /** Notes that this account was signed in to on this device. @returns the cookie that says so */
    async remember(email: string, caller: Caller): Promise<string> {
      await attempts.reset('guess', guesserOf(email, caller))
      return devices.cookie(devices.remember(deviceOf(caller) ?? devices.make(), email))
    },

    /** Counts a password that is tried. @throws AppError 'rate_limited' */
    guess: (email: string, caller: Caller): Promise<void> => attempts.assert('guess', guesserOf(email, caller)),

    /** Counts a request that makes a mail, by who asks and by who would get it. @throws AppError 'rate_limited' */
    async ask(email: string, caller: Caller): Promise<void> {
      await attempts.assert('ask', networkOf(caller.address))
      await attempts.assert('mail', email.toLowerCase())
    },

    /** Counts a code that is handed in. @throws AppError 'rate_limited' */
    hand: (caller: Caller): Promise<void> => attempts.assert('hand', networkOf(caller.address)),

    /** @throws AppError 'unauthenticated' when nobody is signed in at the caller's browser */
    async mustBeHere(caller: Caller): Promise<Present> {
      const present = await accounts.present(caller.headers)
      if (!present) throw new AppError('unauthenticated', { reason: 'no session' })
      return present
    },

    isRecent: ({ session }: Present): boolean => clock.now().getTime() - session.createdAt.getTime() <= timings.recentSignInMs,
  }

  /** Strangers share one count of an account; a device that knows it has its own, so they can't lock its person out. */
  function guesserOf(email: string, caller: Caller): string {
    const device = deviceOf(caller)
    return device && devices.knows(device, email) ? `${email.toLowerCase()} ${device.id}` : email.toLowerCase()
  }
}

const deviceHash = ({ id }: Device) => createHash('sha256').update(id).digest('hex')

/** An account as the door's answers have it. */
export function presentAccount({ subject, email, emailVerified, name }: Account): object {
  return { id: subject, email, emailVerified, name }
}
