/* The only module that sends HTTP requests to our server. It follows the spec (section 7): a bearer token only for `/app/auth`; POST
   logs and rethrows; GET and DELETE log and return null, and authenticated ones return null without a request while signed out.
   `readApi` returns the reason besides the null. */
import { callAddress, callPattern, PAGE_ID_HEADER, type CallDefinition, type SchemaInput, type SchemaOutput } from '#contract/base/call.ts'
import { withoutNul } from '#contract/base/text.ts'
import { identityCalls } from '#contract/identity/identity.ts'
import { ApiError, readFailure, failureWithoutResponse, type ApiFailure } from './api-error.ts'
import { reportReachability } from './connectivity.ts'
import { clearFirstResponses, consumeFirstResponse } from './first-responses.ts'
import { logger } from './log.ts'
import { reportRejectedToken, sessionToken, USER_IS_NULL } from './session-token.ts'

export { isCurrentUser } from './session-token.ts'

const log = logger('api')

const FILE_SESSION = callAddress(identityCalls.startFileSession)

/** Timeouts in milliseconds, so that nothing waits forever. After the one of a write, the server may still have carried it out. */
const READ_TIMEOUT_MS = 20_000
const WRITE_TIMEOUT_MS = 60_000

/** Identifies this page while it is open: frames about its own commands name it. */
export const PAGE_ID: string = crypto.randomUUID()

type Field<C, K extends string, V> = C extends { [key in K]: object } ? ({} extends V ? { [key in K]?: V } : { [key in K]: V }) : unknown
/** The input of a call, from its definition: `params`, `query`, `body`, or `form` for multipart calls. */
export type CallInput<C extends CallDefinition> = Field<C, 'params', SchemaInput<C['params']>> &
  Field<C, 'query', SchemaInput<C['query']>> &
  Field<C, 'body', SchemaInput<C['body']>> &
  (C extends { form: true } ? { form: FormData } : unknown) & {
    signal?: AbortSignal
    /** The request continues when the page is closed. */
    keepalive?: boolean
  }
export type CallOutput<C extends CallDefinition> = SchemaOutput<C['response']>
type InputOf<C extends CallDefinition> = {} extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>]
/** GET and DELETE return null on failure, POST throws. */
export type CallResult<C extends CallDefinition> = C['method'] extends 'POST' ? CallOutput<C> : CallOutput<C> | null

export type ApiResult<T> = { ok: true; value: T } | { ok: false; failure: ApiFailure }

/**
 * Calls the server.
 * GET and DELETE return null on any failure (logged). POST logs and throws.
 * @throws ApiError only for POST
 * @example const profile = await callApi(profileCalls.getProfile, { params: { uid } })
 */
export async function callApi<const C extends CallDefinition>(call: C, ...[input]: InputOf<C>): Promise<CallResult<C>> {
  const result = await request(call, input ?? {})
  if (result.ok) return result.value
  if (call.method === 'POST') throw new ApiError(result.failure)
  // GET and DELETE have `| null` in their CallResult; POST has returned above.
  return null as CallResult<C>
}

/** Calls the server and never throws: returns the response, or the reason of the failure. */
export function readApi<const C extends CallDefinition>(call: C, ...[input]: InputOf<C>): Promise<ApiResult<CallOutput<C>>> {
  return request(call, input ?? {})
}

/** Calls the server for a query of TanStack, which expects failures as errors. @throws ApiError */
export async function readOrThrow<const C extends CallDefinition>(call: C, ...[input]: InputOf<C>): Promise<CallOutput<C>> {
  const result = await request(call, input ?? {})
  if (!result.ok) throw new ApiError(result.failure)
  return result.value
}

type LooseInput = {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  form?: FormData
  signal?: AbortSignal
  keepalive?: boolean
}

async function request<C extends CallDefinition>(call: C, given: object): Promise<ApiResult<CallOutput<C>>> {
  // CallInput<C> has this shape for every C; the conditional type only hides it from the compiler.
  const input = given as LooseInput
  const result = await attempt(call, input, false)
  if (!result.ok && result.failure.kind !== 'signed_out' && !input.signal?.aborted) {
    log.error('call failed', { call: `${call.method} ${callPattern(call)}`, ...result.failure })
  }
  return result
}

async function attempt<C extends CallDefinition>(call: C, input: LooseInput, again: boolean): Promise<ApiResult<CallOutput<C>>> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const token = call.area === 'auth' ? await tokenFor(again) : null
  if (token && !token.ok) return token
  if (token) headers['authorization'] = `Bearer ${token.value}`
  if (call.method !== 'GET') headers[PAGE_ID_HEADER] = PAGE_ID
  const response = await send(call, input, headers)
  if (!response.ok) return response
  const { status, body, retryAfterS } = response.value
  // The server may have revoked the token early (sign-out elsewhere, a restart): refresh it and retry once.
  if (status === 401 && token && !again) return attempt(call, input, true)
  if (status >= 200 && status <= 299) return readResponse(call, body)
  const failure = readFailure(status, body, retryAfterS)
  if (token && failure.code === 'unauthenticated') reportRejectedToken(token.value)
  return { ok: false, failure }
}

async function tokenFor(forceRefresh: boolean): Promise<ApiResult<string>> {
  try {
    return { ok: true, value: await sessionToken({ forceRefresh }) }
  } catch (error) {
    const isSignedOut = error instanceof Error && error.message === USER_IS_NULL
    return { ok: false, failure: failureWithoutResponse(isSignedOut ? 'signed_out' : 'offline') }
  }
}

type RawResponse = { status: number; body: unknown; retryAfterS?: number }

async function send(call: CallDefinition, input: LooseInput, headers: Record<string, string>): Promise<ApiResult<RawResponse>> {
  const address = callAddress(call, input.params, input.query)
  // After a change, responses from before it may be wrong. The session of pictures changes nothing that a page reads.
  if (call.method !== 'GET' && address !== FILE_SESSION) clearFirstResponses()
  const first = call.method === 'GET' || address === FILE_SESSION ? consumeFirstResponse(address) : undefined
  if (first !== undefined) return { ok: true, value: { status: 200, body: first } }
  const init: RequestInit = { method: call.method, headers, credentials: 'same-origin' }
  const timeout = timeoutFor(call, input)
  init.signal = timeout.signal
  if (input.keepalive) init.keepalive = true
  if (call.method === 'POST') {
    // The browser sets the content type of form data, which contains the boundary.
    if (!input.form) headers['content-type'] = 'application/json'
    init.body =
      input.form ?? JSON.stringify(input.body ?? {}, (_, value: unknown) => (typeof value === 'string' ? withoutNul(value) : value))
  }
  try {
    const response = await fetch(address, init)
    reportReachability(true)
    const { status, headers: sent } = response
    return { ok: true, value: { status, body: await readBody(response), retryAfterS: Number(sent.get('retry-after')) } }
  } catch {
    // fetch rejects only without a response: no network, no server, or aborted by the caller.
    if (!input.signal?.aborted) reportReachability(false)
    return { ok: false, failure: failureWithoutResponse('offline') }
  } finally {
    timeout.end()
  }
}

/** Aborts with the caller's signal, and after a timeout. Forms may have large files, so they have none. */
function timeoutFor({ method }: CallDefinition, { form, signal: given }: LooseInput): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = form ? undefined : setTimeout(abort, method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS)
  given?.addEventListener('abort', abort)
  if (given?.aborted) abort()
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer)
      given?.removeEventListener('abort', abort)
    },
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: a proxy answered. The status decides the result.
    return null
  }
}

/** The server has checked its response against the contract. Anything but an object comes from a proxy. */
function readResponse<C extends CallDefinition>(call: C, body: unknown): ApiResult<CallOutput<C>> {
  if (typeof body === 'object' && body !== null) return { ok: true, value: body as CallOutput<C> }
  log.error('response is not from the server', { call: callPattern(call) })
  return { ok: false, failure: failureWithoutResponse('server') }
}
