import * as z from 'zod/mini'
import { ProviderError } from '#server/providers/provider-error.ts'
import { parseResponse, request, type ProviderResponse, type ProviderHttp } from '#server/providers/provider-http.ts'
import type { ProviderTokens } from '#server/providers/provider.ts'

const tokenText = z.string().check(z.minLength(1), z.maxLength(8_192))
const tokenResponse = z.object({
  access_token: tokenText,
  token_type: z.string().check(z.regex(/^bearer$/i)),
  expires_in: z.int().check(z.minimum(1), z.maximum(366 * 86_400)),
  refresh_token: z.optional(tokenText),
})
const tokenErrorBody = z.object({ error: z.string().check(z.maxLength(100)) })

const DEFAULT_WAIT_SECONDS = 30

/** Requests tokens from a token endpoint (RFC 6749). @throws ProviderError 'reconnect' when the code or refresh token is no longer valid */
export async function requestTokens(
  http: ProviderHttp,
  { url, form, headers, now }: { url: string; form: Record<string, string>; headers?: Record<string, string>; now: () => Date },
): Promise<ProviderTokens> {
  const requestedAt = now()
  const response = await request(http, { url, method: 'POST', form, ...(headers ? { headers } : {}) })
  if (response.status !== 200) throw tokenError(response)
  const tokens = parseResponse(tokenResponse, response.body, 'token')
  return {
    accessToken: tokens.access_token,
    accessExpiresAt: new Date(requestedAt.getTime() + tokens.expires_in * 1_000),
    refreshToken: tokens.refresh_token ?? null,
  }
}

function tokenError({ status, body, retryAfterSeconds }: ProviderResponse): ProviderError {
  const parsed = tokenErrorBody.safeParse(body)
  const error = parsed.success ? parsed.data.error : undefined
  if (error === 'invalid_grant') return new ProviderError('reconnect', 'the authorization is no longer valid', { status, error })
  if (status === 429)
    return new ProviderError('wait', 'too many requests for tokens', { status }, retryAfterSeconds ?? DEFAULT_WAIT_SECONDS)
  // invalid_client and similar errors are the operator's mistake: connecting again does not help.
  return new ProviderError('unavailable', 'the response contains no tokens', { status, ...(error ? { error } : {}) })
}
