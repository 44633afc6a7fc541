import type { FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, errorCatalog, type Problem } from '#contract/errors.ts'
import type { Log } from '../observability/log.ts'
import { isOutOfSpace } from '../system-error.ts'

/** The default `Retry-After` of 429 and 503, in seconds; an error's `retryAfterSeconds` has precedence. */
const RETRY_AFTER_SECONDS = 5

/** Maps errors of Fastify and its plugins to ours. */
const byStatus: Record<number, ErrorCode> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media',
  429: 'rate_limited',
  503: 'unavailable',
}

/** Errors that can indicate an attack; all others are normal. */
const suspicious: ReadonlySet<ErrorCode> = new Set(['forbidden', 'rate_limited', 'foreign_host', 'unsupported_media'])

/** The reason in errors of a stopping server. */
export const STOPPING = 'stopping'

/** The one place that turns an exception into a response and chooses its log level. */
export function problemOf(error: unknown, request: FastifyRequest, log: Log): { problem: Problem; retryAfterSeconds: number | null } {
  const appError = asAppError(error)
  const fields = {
    request_id: request.id,
    method: request.method,
    route: request.routeOptions.url ?? null,
    code: appError.code,
    ...appError.context,
  }
  if (appError.code === 'internal') log.error({ ...fields, err: error }, 'request failed')
  else if (appError.status >= 500 && appError.context['reason'] !== STOPPING)
    log.warn({ ...fields, err: error }, 'request could not be served')
  else log[suspicious.has(appError.code) ? 'info' : 'debug'](fields, 'request rejected')
  const wait = appError.status === 429 || appError.status === 503
  const { retryAfterSeconds } = appError.context
  return {
    problem: {
      type: 'about:blank',
      title: errorCatalog[appError.code].sentence,
      status: appError.status,
      code: appError.code,
      request_id: request.id,
      ...(appError.fields.length ? { errors: appError.fields } : {}),
    },
    retryAfterSeconds: wait ? (typeof retryAfterSeconds === 'number' ? retryAfterSeconds : RETRY_AFTER_SECONDS) : null,
  }
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isOutOfSpace(error)) return new AppError('storage_full', { reason: String(error) })
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return new AppError(byStatus[status] ?? (status < 500 ? 'invalid_input' : 'internal'))
}
