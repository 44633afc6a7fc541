import type { AuthContext } from 'better-auth'
import { AppError } from '#contract/errors.ts'
import { violatesUnique } from '#server/platform/db/query-error.ts'
import type { Account, BuiltinSession, builtinStore } from './builtin.store.ts'

/** What the library does for us here. */
export type Library = {
  /** Makes rows the way the library wants them. */
  internal: () => Promise<Pick<AuthContext['internalAdapter'], 'createUser' | 'linkAccount' | 'updateUser' | 'updatePassword'>>
  /** Opens a session and gives the cookies of it. */
  openSession: (input: { subject: string; signedInAt?: Date }, headers: Headers) => Promise<Response>
  getSession: (headers: Headers) => Promise<{ session: { id: string; createdAt: Date }; user: { id: string } } | null>
}

export type AccountsOptions = {
  store: ReturnType<typeof builtinStore>
  library: Library
  onSignInEnded: (signIn: { subject: string; authTimeMs: number }) => Promise<void>
}

/** Who sits at a browser, as far as its session cookie tells. */
export type Present = { account: Account; session: { id: string; createdAt: Date } }

export type Accounts = ReturnType<typeof createAccounts>

/** The accounts of the built-in provider as our own acts see them. */
export function createAccounts({ store, library, onSignInEnded }: AccountsOptions) {
  async function end(subject: string, which: { only?: string; except?: string } = {}): Promise<BuiltinSession[]> {
    const ended = await store.endSessions(subject, which)
    for (const session of ended) await onSignInEnded({ subject, authTimeMs: session.createdAt.getTime() })
    return ended
  }

  return {
    of: (subject: string): Promise<Account | null> => store.accountOf(subject),
    with: (email: string): Promise<Account | null> => store.accountWith(normalEmail(email)),
    providersOf: (subject: string): Promise<string[]> => store.providersOf(subject),
    passwordHashOf: (subject: string): Promise<string | null> => store.passwordHashOf(subject),
    sessionsOf: (subject: string, now: Date): Promise<BuiltinSession[]> => store.openSessions(subject, now),
    /** From now on nobody signs in with what the account had: its password, accounts elsewhere. */
    removeWaysIn: (subject: string): Promise<void> => store.removeWaysIn(subject),

    /** Who the cookies of these headers belong to; null for nobody. */
    async present(headers: Headers): Promise<Present | null> {
      if (!headers.has('cookie')) return null
      const found = await library.getSession(headers)
      const account = found && (await store.accountOf(found.user.id))
      return account ? { account, session: { id: found.session.id, createdAt: found.session.createdAt } } : null
    },

    /**
     * Makes an account whose address is proven.
     * @throws AppError 'wrong_state' when the address has one
     */
    async create({ email, name, passwordHash }: { email: string; name: string; passwordHash?: string }): Promise<Account> {
      const internal = await library.internal()
      try {
        const user = await internal.createUser({ email: normalEmail(email), name, emailVerified: true }, { method: 'email-password' })
        if (passwordHash !== undefined)
          await internal.linkAccount({ userId: user.id, providerId: 'credential', accountId: user.id, password: passwordHash })
        return { subject: user.id, email: user.email, emailVerified: true, name: user.name, createdAt: user.createdAt }
      } catch (error) {
        if (violatesUnique(error)) throw new AppError('wrong_state', { reason: 'address taken' })
        throw error
      }
    },

    /**
     * The address was proven by whoever holds the mailbox. Ways in and sign-ins from before may be somebody else's, who
     * made the account under an address that was never theirs: they end.
     */
    async prove(account: Account): Promise<void> {
      if (account.emailVerified) return
      await store.removeWaysIn(account.subject)
      await end(account.subject)
      await (await library.internal()).updateUser(account.subject, { emailVerified: true })
    },

    /** The person at the account, signed in, says that the address is theirs, with proof. Nothing else changes. */
    markProven: async (subject: string): Promise<void> =>
      void (await (await library.internal()).updateUser(subject, { emailVerified: true })),

    /** @throws AppError 'wrong_state' when the address has an account */
    async setEmail(subject: string, email: string): Promise<void> {
      try {
        await (await library.internal()).updateUser(subject, { email: normalEmail(email), emailVerified: true })
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

    /** Ends sign-ins: one, all but one, or all. What hangs on them ends with them. */
    end,

    /** Signs an account in at the browser of these headers. @returns the cookies that say so; empty when the account is gone */
    async enter(subject: string, headers: Headers, signedInAt?: Date): Promise<string[]> {
      const response = await library.openSession({ subject, ...(signedInAt ? { signedInAt } : {}) }, headers)
      return response.headers.getSetCookie()
    },
  }
}

/** An address as the provider keeps it. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()
