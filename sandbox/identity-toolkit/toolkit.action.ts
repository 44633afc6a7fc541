import * as z from 'zod/mini'
import { type Account, type Accounts, ToolkitError } from './toolkit.accounts.ts'
import { passwordProblem, type Policy } from './toolkit.policy.ts'
import { TOKEN_SECONDS, type ToolkitTokens } from './toolkit.tokens.ts'

export type ActionDeps = {
  accounts: Accounts
  tokens: ToolkitTokens
  policy: () => Policy
  authorizedDomains: readonly string[]
  apiKey: string
  /** Seconds since 1970. */
  now: () => number
}

const text = z.optional(z.string())
/** Fields that the SDK sends with every action. */
export const body = z.looseObject({
  email: text,
  newEmail: text,
  password: text,
  newPassword: text,
  displayName: text,
  token: text,
  idToken: text,
  oobCode: text,
  requestType: text,
  continueUrl: text,
  postBody: text,
})
export type Body = z.output<typeof body>
/**
 * One of `POST /v1/accounts:<name>`.
 * @throws ToolkitError with the codes of the real service
 */
export type Action = (given: Body) => object

/** The answer of a sign-in. @throws ToolkitError USER_DISABLED */
export function signedIn({ accounts, tokens }: ActionDeps, account: Account, provider: string, more: object = {}): object {
  if (account.disabled) throw new ToolkitError('USER_DISABLED')
  const { refreshToken, signIn } = accounts.begin(account, provider)
  const { localId, email } = account
  return { localId, email, idToken: tokens.idToken(account, signIn), refreshToken, expiresIn: String(TOKEN_SECONDS), ...more }
}

/**
 * An address in lower case.
 * @throws ToolkitError MISSING_EMAIL, INVALID_EMAIL
 */
export function goodAddress(email: string | undefined): string {
  if (email === undefined || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new ToolkitError(email === undefined ? 'MISSING_EMAIL' : 'INVALID_EMAIL')
  return email.toLowerCase()
}

/** @throws ToolkitError when the password breaks the policy */
export function mustFit(password: string, policy: Policy): void {
  const problem = passwordProblem(password, policy)
  if (problem !== null) throw new ToolkitError(problem)
}
