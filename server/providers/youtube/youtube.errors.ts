import { ProviderError } from '#server/providers/provider-error.ts'
import type { ProviderResponse } from '#server/providers/provider-http.ts'
import { errorBody } from './youtube.shapes.ts'

const DEFAULT_WAIT_SECONDS = 30
const rateReasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded'])
const quotaReasons = new Set(['quotaExceeded', 'dailyLimitExceeded'])
const closedReasons = new Set([
  'accountClosed',
  'accountSuspended',
  'authenticatedUserAccountClosed',
  'authenticatedUserAccountSuspended',
  'channelClosed',
  'channelSuspended',
])
const channelReasons = new Set(['youtubeSignupRequired', 'authenticatedUserNotChannel'])
const scopeReasons = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'])

/** Maps an error of the Data API. */
export function toProviderError({ status, body, retryAfterSeconds }: ProviderResponse, resource: string): ProviderError {
  const parsed = errorBody.safeParse(body)
  const reason = (parsed.success ? parsed.data.error.errors?.[0]?.reason : undefined) ?? ''
  const logFields = { status, resource, reason }
  // Sent with 401, although a new authorization doesn't help.
  if (channelReasons.has(reason)) return new ProviderError('no_channel', 'the account has no channel', logFields)
  if (closedReasons.has(reason)) return new ProviderError('account_closed', 'the account is closed or suspended', logFields)
  if (status === 401 || scopeReasons.has(reason)) return new ProviderError('reconnect', 'the access token was rejected', logFields)
  if (quotaReasons.has(reason)) return new ProviderError('quota', 'the daily quota is used up', logFields, retryAfterSeconds ?? 0)
  if (status === 429 || rateReasons.has(reason))
    return new ProviderError('wait', 'too many requests', logFields, retryAfterSeconds ?? DEFAULT_WAIT_SECONDS)
  return new ProviderError('unavailable', 'the call was rejected', logFields)
}
