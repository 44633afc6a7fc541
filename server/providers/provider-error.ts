/**
 * Why a request to a provider failed, named by our reaction:
 * `reconnect` the user must authorize again; `wait` continue after `retryAfterSeconds`; `quota` continue hours later;
 * `unavailable` try again soon; `malformed` the response has an unexpected shape, and a retry may help;
 * `unknown` no account has that name; `private` the profile of that name is private;
 * `not_allowed` the provider doesn't let our application read this account; `no_channel` the account has no channel yet;
 * `account_closed` the account is closed or suspended.
 */
export type ProviderErrorKind = 'reconnect' | 'wait' | 'quota' | 'unavailable' | 'malformed' | AccountProblem
/** A problem of the account itself, which a new authorization doesn't solve. */
export type AccountProblem = 'not_allowed' | 'no_channel' | 'account_closed' | 'unknown' | 'private'

const accountProblems: readonly AccountProblem[] = ['not_allowed', 'no_channel', 'account_closed', 'unknown', 'private']
export const accountProblem = (kind: string | null): AccountProblem | null => accountProblems.find((problem) => problem === kind) ?? null

/** `message` and `logFields` are safe to log: they never contain tokens or provider data. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  readonly retryAfterSeconds: number
  readonly logFields: Record<string, unknown>

  constructor(kind: ProviderErrorKind, message: string, logFields: Record<string, unknown> = {}, retryAfterSeconds = 0) {
    super(message)
    this.name = 'ProviderError'
    this.kind = kind
    this.logFields = logFields
    this.retryAfterSeconds = retryAfterSeconds
  }
}
