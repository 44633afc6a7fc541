import { createHash, randomBytes } from 'node:crypto'

/** An account of a project. Times in seconds since 1970. */
export type Account = {
  localId: string
  email?: string
  emailVerified: boolean
  displayName?: string
  passwordHash?: string
  disabled: boolean
  createdAt: number
  lastLoginAt: number
  /** Sign-ins before this time are no longer accepted. */
  validSince: number
  providers: { providerId: string; rawId: string; email?: string; displayName?: string }[]
  customClaims?: Record<string, unknown>
}

/** The action of an email. `newEmail` for a change of address. */
export type Mail = { requestType: MailType; email: string; newEmail?: string; oobCode: string; oobLink: string; expiresAt: number }
export type MailType = 'EMAIL_SIGNIN' | 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL'

/** One sign-in, stored until its refresh token expires. */
export type SignIn = { localId: string; provider: string; authTime: number }

export class ToolkitError extends Error {
  readonly status: number
  /** @param message the service's own code, such as EMAIL_EXISTS, with or without a sentence after ' : ' */
  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

const MAIL_SECONDS = 3_600

export type Accounts = ReturnType<typeof createAccounts>

/** All data of a project. @param now seconds since 1970 */
export function createAccounts(now: () => number) {
  const all = new Map<string, Account>()
  const signIns = new Map<string, SignIn>()
  const mails: Mail[] = []

  return {
    all,
    mails,
    byEmail: (email: string): Account | undefined => [...all.values()].find((account) => account.email === email.toLowerCase()),
    byProvider: (providerId: string, rawId: string): Account | undefined =>
      [...all.values()].find(({ providers }) =>
        providers.some((provider) => provider.providerId === providerId && provider.rawId === rawId),
      ),

    add(fields: Partial<Account>): Account {
      const localId = fields.localId ?? randomBytes(21).toString('base64url')
      const account = {
        localId,
        emailVerified: false,
        disabled: false,
        createdAt: now(),
        lastLoginAt: now(),
        validSince: 0,
        providers: [],
        ...fields,
      }
      all.set(account.localId, account)
      return account
    },

    /** Starts a sign-in and returns its refresh token. */
    begin(account: Account, provider: string): { refreshToken: string; signIn: SignIn } {
      const signIn = { localId: account.localId, provider, authTime: now() }
      const refreshToken = randomBytes(48).toString('base64url')
      account.lastLoginAt = now()
      signIns.set(refreshToken, signIn)
      return { refreshToken, signIn }
    },
    signInOf: (refreshToken: string): SignIn | undefined => signIns.get(refreshToken),

    sendMail(mail: Omit<Mail, 'oobCode' | 'oobLink' | 'expiresAt'>, link: (oobCode: string) => string): void {
      const oobCode = randomBytes(32).toString('base64url')
      mails.push({ ...mail, oobCode, oobLink: link(oobCode), expiresAt: now() + MAIL_SECONDS })
    },
    /** @throws ToolkitError INVALID_OOB_CODE, EXPIRED_OOB_CODE */
    mail(oobCode: string | undefined): Mail {
      const found = mails.find((mail) => mail.oobCode === oobCode)
      if (!found) throw new ToolkitError('INVALID_OOB_CODE')
      if (found.expiresAt <= now()) throw new ToolkitError('EXPIRED_OOB_CODE')
      return found
    },
    empty(): void {
      all.clear()
      signIns.clear()
      mails.length = 0
    },
    useUp: (mail: Mail): void => void mails.splice(mails.indexOf(mail), 1),
  }
}

export const hashOf = (password: string): string => createHash('sha256').update(password).digest('base64url')
