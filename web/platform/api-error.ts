import type { ErrorCode, Problem } from '#contract/errors.ts'
import { errorMessage, waitMessage } from './error-message.ts'

/**
 * Why a call failed:
 * `offline` no response at all, `signed_out` no session, `forbidden` 401 and 403, `missing` 404,
 * `rejected` every other 4xx, `server` 5xx or an invalid response.
 */
export type FailureKind = 'offline' | 'signed_out' | 'forbidden' | 'missing' | 'rejected' | 'server'

export type ApiFailure = {
  kind: FailureKind
  /** HTTP status; null without a response. */
  status: number | null
  code: ErrorCode | null
  /** The error message in the current language; null when the server sent none. */
  sentence: string | null
  /** Error codes by field name. */
  fields: Readonly<Record<string, string>>
  requestId: string | null
}

/** A failed call. Thrown by POST; returned besides the null by GET and DELETE. */
export class ApiError extends Error {
  readonly failure: ApiFailure

  constructor(failure: ApiFailure) {
    super(failure.sentence ?? `call failed: ${failure.kind}`)
    this.name = 'ApiError'
    this.failure = failure
  }
}

/** A failure without an HTTP response. */
export function failureWithoutResponse(kind: 'offline' | 'signed_out' | 'server'): ApiFailure {
  return { kind, status: null, code: null, sentence: null, fields: {}, requestId: null }
}

/**
 * Parses a failed response. Anything but problem details (a proxy's page, an empty body) still becomes a failure.
 * @param retryAfterS when the server accepts the call again, in seconds; 0 or nothing if it doesn’t say
 */
export function readFailure(status: number, body: unknown, retryAfterS = 0): ApiFailure {
  const problem = asProblem(body)
  return {
    kind: kindOf(status),
    status,
    code: problem.code ?? null,
    sentence: (problem.code === 'rate_limited' && waitMessage(retryAfterS)) || errorMessage(problem.code ?? null, problem.title ?? null),
    fields: Object.fromEntries((problem.errors ?? []).map(({ field, message }) => [field, message])),
    requestId: problem.request_id ?? null,
  }
}

function kindOf(status: number): FailureKind {
  if (status === 401 || status === 403) return 'forbidden'
  if (status === 404) return 'missing'
  return status >= 400 && status < 500 ? 'rejected' : 'server'
}

function asProblem(body: unknown): Partial<Problem> {
  const isProblem = typeof body === 'object' && body !== null && 'type' in body && body.type === 'about:blank' && 'code' in body
  // Only our server creates problem details with a `code`. A newer one has codes that this page doesn't know, with a message.
  return isProblem ? (body as unknown as Problem) : {}
}
