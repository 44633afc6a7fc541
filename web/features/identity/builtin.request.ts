import * as z from 'zod/mini'
import { IdentityError, type IdentityErrorCode, type PasswordRule } from './identity.provider.ts'

export type Fetch = (address: string, init: RequestInit) => Promise<Response>

const PATH = '/identity'

/** What the built-in provider calls its refusals. */
const codes: Record<string, IdentityErrorCode> = {
  INVALID_ORIGIN: 'unauthorized-domain',
  MISSING_OR_NULL_ORIGIN: 'unauthorized-domain',
  INVALID_CALLBACK_URL: 'unauthorized-domain',
  PASSWORD_TOO_SHORT: 'password-does-not-meet-requirements',
  PASSWORD_TOO_LONG: 'password-does-not-meet-requirements',
  INVALID_EMAIL: 'invalid-email',
  INVALID_EMAIL_OR_PASSWORD: 'invalid-credentials',
  INVALID_PASSWORD: 'invalid-credentials',
  USER_ALREADY_EXISTS: 'email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
  BANNED_USER: 'account-disabled',
  INVALID_TOKEN: 'link-invalid-or-expired',
  SESSION_EXPIRED: 'recent-sign-in-required',
  UNAUTHORIZED: 'session-expired',
  PROVIDER_NOT_FOUND: 'provider-not-configured',
}
const missingRules: Record<string, PasswordRule> = { PASSWORD_TOO_SHORT: 'min_length', PASSWORD_TOO_LONG: 'max_length' }

/**
 * One call to the built-in provider. The session travels in an HttpOnly cookie of its own that scripts never see.
 * @returns the parsed answer
 * @throws IdentityError, 'network-request-failed' also when the server is there but can't answer (5xx)
 */
export async function requestBuiltin(fetch: Fetch, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${PATH}${path}`, {
    method: body ? 'POST' : 'GET',
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((cause: unknown) => {
    throw new IdentityError('network-request-failed', { cause })
  })
  if (response.status >= 500) throw new IdentityError('network-request-failed', { cause: response.status })
  const answer: unknown = await response.json().catch((cause: unknown) => {
    // A proxy's or a captive portal's page in place of the answer.
    throw new IdentityError('network-request-failed', { cause })
  })
  if (!response.ok) throw refusal(response.status, answer)
  return answer
}

const refused = z.object({ code: z.optional(z.string()), errors: z.optional(z.array(z.object({ field: z.string() }))) })

function refusal(status: number, answer: unknown): IdentityError {
  if (status === 429) return new IdentityError('too-many-requests')
  const { code = '', errors = [] } = refused.safeParse(answer).data ?? {}
  const missing = missingRules[code]
  if (missing) return new IdentityError('password-does-not-meet-requirements', { missing: [missing] })
  // Our own door looks at the address before the provider does.
  if (code === 'invalid_input' && errors.some(({ field }) => field === 'email')) return new IdentityError('invalid-email')
  return new IdentityError(codes[code] ?? (status === 401 ? 'session-expired' : 'internal'), { cause: code })
}
