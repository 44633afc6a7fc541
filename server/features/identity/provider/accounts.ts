import type { AuthContext } from 'better-auth'
import { AppError } from '#contract/errors.ts'
import { violatesUnique } from '#server/platform/db/query-error.ts'
import { createBrowserAccounts, type SessionLibrary } from './browser-accounts.ts'
import type { Account, BrowserSession, BuiltinSession, builtinStore } from './builtin.store.ts'

/** The parts of the auth library that accounts need. */
export type Library = SessionLibrary & {
  /** Creates and updates rows in the library's format. */
  internal: () => Promise<Pick<AuthContext['internalAdapter'], 'createUser' | 'linkAccount' | 'updateUser' | 'updatePassword'>>
  /** Opens a session. The response sets its cookies. */
  openSession: (input: NewSession, headers: Headers) => Promise<Response>
  getSession: (headers: Headers) => Promise<{ session: { id: string; createdAt: Date }; user: { id: string } } | null>
  recoveryCodes: (subject: string) => Promise<readonly string[]>
}

type NewSession = {
  subject: string
  signedInAt?: Date
  /** True: an account with a second factor gets a challenge instead of the session, except in a trusted browser. */
  asksSecondFactor?: boolean
}

export type AccountsOptions = {
  store: ReturnType<typeof builtinStore>
  library: Library
  onSignInEnded: (signIn: { subject: string; authTimeMs: number }) => Promise<void>
}

export type Accounts = ReturnType<typeof createAccounts>

/** The accounts of the built-in provider, for the auth commands. */
export function createAccounts({ store, library, onSignInEnded }: AccountsOptions) {
  async function end(subject: string, which: { only?: string; except?: string } = {}): Promise<BuiltinSession[]> {
    const ended = await store.endSessions(subject, which)
    // The user distrusts the other sign-ins, or has a new password, so more than one ends.
    if (which.only === undefined) await store.forgetTrustedBrowsers(subject)
    for (const session of ended) await onSignInEnded({ subject, authTimeMs: session.createdAt.getTime() })
    return ended
  }

  async function currentSession(headers: Headers): Promise<BrowserSession | null> {
    if (!headers.has('cookie')) return null
    const found = await library.getSession(headers)
    const account = found && (await store.accountBySubject(found.user.id))
    return account ? { account, session: { id: found.session.id, createdAt: found.session.createdAt } } : null
  }

  return {
    bySubject: (subject: string): Promise<Account | null> => store.accountBySubject(subject),
    byEmail: (email: string): Promise<Account | null> => store.accountByEmail(normalizeEmail(email)),
    providersOf: (subject: string): Promise<string[]> => store.providersOf(subject),
    passwordHashOf: (subject: string): Promise<string | null> => store.passwordHashOf(subject),
    sessionsOf: (subject: string, now: Date): Promise<BuiltinSession[]> => store.openSessions(subject, now),
    hasSecondFactor: (subject: string): Promise<boolean> => store.hasSecondFactor(subject),
    removeSecondFactor: (subject: string): Promise<void> => store.removeSecondFactor(subject),
    forgetTrustedBrowsers: (subject: string): Promise<void> => store.forgetTrustedBrowsers(subject),
    /** The number of unused recovery codes; null without a second factor. */
    async recoveryCodesLeft(subject: string): Promise<number | null> {
      return (await store.hasSecondFactor(subject)) ? (await library.recoveryCodes(subject)).length : null
    },
    passkeysOf: (subject: string): Promise<{ name: string | null; createdAt: Date | null }[]> => store.passkeysOf(subject),
    namePasskey: (id: string, name: string): Promise<void> => store.namePasskey(id, name),
    /** Removes the account's password, its passkeys, its second factor, and its links to other issuers. */
    removeSignInMethods: (subject: string): Promise<void> => store.removeSignInMethods(subject),

    currentSession,
    inBrowser: createBrowserAccounts({ library, store, currentSession, end }),

    /** Creates an account with a verified address. @throws AppError 'wrong_state' when the address has one */
    async create({ email, name, passwordHash }: { email: string; name: string; passwordHash?: string }): Promise<Account> {
      const internal = await library.internal()
      try {
        const user = await internal.createUser({ email: normalizeEmail(email), name, emailVerified: true }, { method: 'email-password' })
        if (passwordHash !== undefined)
          await internal.linkAccount({ userId: user.id, providerId: 'credential', accountId: user.id, password: passwordHash })
        return { subject: user.id, email: user.email, emailVerified: true, name: user.name, createdAt: user.createdAt }
      } catch (error) {
        if (violatesUnique(error)) throw new AppError('wrong_state', { reason: 'address taken' })
        throw error
      }
    },

    /**
     * Marks the address as verified by its owner. Earlier sign-in methods and sessions are removed: a stranger may have
     * created the account with an address that is not theirs.
     */
    async confirmEmailOwner(account: Account): Promise<void> {
      if (account.emailVerified) return
      await store.removeSignInMethods(account.subject)
      await end(account.subject)
      await (await library.internal()).updateUser(account.subject, { emailVerified: true })
    },

    /** The signed-in user verified their address. Nothing else changes. */
    markEmailVerified: async (subject: string): Promise<void> =>
      void (await (await library.internal()).updateUser(subject, { emailVerified: true })),

    /** @throws AppError 'wrong_state' when the address has an account */
    async setEmail(subject: string, email: string): Promise<void> {
      try {
        await (await library.internal()).updateUser(subject, { email: normalizeEmail(email), emailVerified: true })
      } catch (error) {
        if (violatesUnique(error)) throw new AppError('wrong_state', { reason: 'address taken' })
        throw error
      }
    },

    async setPasswordHash(subject: string, hash: string): Promise<void> {
      const internal = await library.internal()
      if ((await store.passwordHashOf(subject)) !== null) return internal.updatePassword(subject, hash)
      await internal.linkAccount({ userId: subject, providerId: 'credential', accountId: subject, password: hash })
    },

    /** Ends sessions: one, all but one, or all, with their tokens, sockets, and file sessions. */
    end,

    /** Opens a session at the browser of these headers. @returns its cookies; empty when the account was deleted */
    async openBrowserSession(input: NewSession, headers: Headers): Promise<{ cookies: string[]; isChallenge: boolean }> {
      const response = await library.openSession(input, headers)
      const cookies = response.headers.getSetCookie()
      return isChallenge(await response.json())
        ? { cookies: cookies.filter((cookie) => !isSessionCookie(cookie)), isChallenge: true }
        : { cookies, isChallenge: false }
    },
  }
}

/** Whether the library answered a sign-in with a challenge for the second factor. */
export const isChallenge = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'twoFactorRedirect' in answer && answer.twoFactorRedirect === true

/**
 * Whether this Set-Cookie header sets the browser's session. The library clears it before it asks for the second factor; the
 * account that was active stays signed in until the code is right.
 */
export const isSessionCookie = (cookie: string): boolean => /^[^=]*\.session_token=/.test(cookie)

/** An address in the form that the provider stores. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
