import { stdSerializers } from 'pino'
import { AppError } from '#contract/errors.ts'

/** Properties that are safe to log: SQLSTATE and schema names, our own codes and statuses. */
const LOGGED_FIELDS = ['code', 'kind', 'status', 'severity', 'schema', 'table', 'column', 'constraint', 'logFields'] as const

export type LoggedError = { type: string; message: string; stack: string } & Partial<
  Record<(typeof LOGGED_FIELDS)[number] | 'context', unknown>
>

/**
 * The loggable part of an error: its type, message and stack with those of its causes, and the properties above. Libraries
 * attach more, which can contain personal data: PostgreSQL's `detail` has the row, nodemailer's `rejected` the address.
 */
export function loggedError(error: unknown): LoggedError {
  if (typeof error !== 'object' || error === null || !('message' in error) || typeof error.message !== 'string') {
    const text = typeof error === 'string' ? error : 'a thrown value that is not an error'
    return { type: typeof error, message: text, stack: text }
  }
  // The serializer requires only `message`, which exists here.
  const { type, message, stack } = stdSerializers.err(error as Error)
  const fields = LOGGED_FIELDS.flatMap((name) => {
    const value: unknown = Reflect.get(error, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  // Only of our own errors: a library may put user data there.
  const context = error instanceof AppError ? { context: error.context } : {}
  return { type, message, stack, ...Object.fromEntries(fields), ...context }
}

/** An error with only the properties of `loggedError`, for code that stores errors completely. */
export function sanitizedError(error: unknown): Error {
  const { type, message, ...rest } = loggedError(error)
  return Object.assign(new Error(message), rest, { name: type })
}
