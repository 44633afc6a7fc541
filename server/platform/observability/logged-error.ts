import { stdSerializers } from 'pino'
import { AppError } from '#contract/errors.ts'

/** Names and kinds that say what failed: SQLSTATE and what of the schema, our own codes and statuses. */
const telling = ['code', 'kind', 'status', 'severity', 'schema', 'table', 'column', 'constraint', 'facts'] as const

export type LoggedError = { type: string; message: string; stack: string } & Partial<Record<(typeof telling)[number] | 'context', unknown>>

/**
 * What of an error is kept: what kind it is, its text and stack with those of its causes, and what is named above. Libraries
 * hang more on their errors, and there the data of people is: PostgreSQL's `detail` holds the row, nodemailer's `rejected`
 * the address.
 */
export function loggedError(error: unknown): LoggedError {
  if (typeof error !== 'object' || error === null || !('message' in error) || typeof error.message !== 'string') {
    const text = typeof error === 'string' ? error : 'what was thrown is no error'
    return { type: typeof error, message: text, stack: text }
  }
  // It looks at the message alone, which is there; what else of an error is missing, it leaves out.
  const { type, message, stack } = stdSerializers.err(error as Error)
  const facts = telling.flatMap((name) => {
    const value: unknown = Reflect.get(error, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  // Only of our own errors: a library may put user data there.
  const context = error instanceof AppError ? { context: error.context } : {}
  return { type, message, stack, ...Object.fromEntries(facts), ...context }
}

/** An error that holds no more than `loggedError` keeps, for those who write down all of one. */
export function bareError(error: unknown): Error {
  const { type, message, ...rest } = loggedError(error)
  return Object.assign(new Error(message), rest, { name: type })
}
