import { callPattern, type CallDefinition, type SchemaInput, type SchemaOutput } from '#contract/base/call.ts'
import { i18n } from '#web/platform/i18n.ts'
import { IdentityError } from './identity.provider.ts'

export type Fetch = (address: string, init: RequestInit) => Promise<Response>

const PATH = '/identity'

/**
 * Sends one request to the built-in provider. The session travels in its own HttpOnly cookie.
 * @returns the parsed response
 * @throws IdentityError, 'network-request-failed' also when the server can't answer (5xx) or `signal` ended the request
 */
export async function requestBuiltin(fetch: Fetch, path: string, body?: object, signal?: AbortSignal): Promise<unknown> {
  return request(fetch, `${PATH}${path}`, { method: body ? 'POST' : 'GET', body, signal })
}

/** Sends one of our own account calls through the adapter, so that errors have the provider's codes. @throws IdentityError */
export async function requestCall<const C extends CallDefinition>(
  fetch: Fetch,
  call: C,
  token: string,
  body?: SchemaInput<C['body']>,
): Promise<SchemaOutput<C['response']>> {
  const response = await request(fetch, callPattern(call), {
    method: call.method,
    body: body ?? (call.method === 'POST' ? {} : undefined),
    token,
  })
  // The server has checked its response against the contract.
  return response as SchemaOutput<C['response']>
}

type RequestOptions = { method: string; body: unknown; token?: string; signal?: AbortSignal | undefined }

async function request(fetch: Fetch, address: string, { method, body, token, signal }: RequestOptions): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(signal ? { signal } : {}),
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      // Emails to a user without an account use this language.
      'accept-language': i18n.locale,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new IdentityError('network-request-failed', { cause })
  })
  if (response.status >= 500) throw new IdentityError('network-request-failed', { cause: response.status })
  const parsed: unknown = await response.json().catch((cause: unknown) => {
    // A proxy's or captive portal's page instead of a response.
    throw new IdentityError('network-request-failed', { cause })
  })
  if (!response.ok) {
    // Most visits see no error, so the list of codes loads with the first one.
    const { toIdentityError } = await import('./builtin.errors.ts').catch((cause: unknown) => {
      throw new IdentityError('network-request-failed', { cause })
    })
    throw toIdentityError(response.status, parsed)
  }
  return parsed
}
