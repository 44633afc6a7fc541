import { AppError } from '#contract/errors.ts'

/** The error fields of PostgreSQL; `pg` and PGlite use the same names. */
export type QueryErrorFields = {
  message: string
  code: string | undefined
  severity: string | undefined
  detail: string | undefined
  hint: string | undefined
  position: string | undefined
  schema: string | undefined
  table: string | undefined
  column: string | undefined
  constraint: string | undefined
}

/** An error of the embedded database. `code` is the SQLSTATE, as in errors of `pg`. */
export class QueryError extends Error {
  override name = 'QueryError'
  readonly code: string | undefined
  readonly severity: string | undefined
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly position: string | undefined
  readonly schema: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly constraint: string | undefined

  constructor(fields: QueryErrorFields) {
    super(fields.message)
    this.code = fields.code
    this.severity = fields.severity
    this.detail = fields.detail
    this.hint = fields.hint
    this.position = fields.position
    this.schema = fields.schema
    this.table = fields.table
    this.column = fields.column
    this.constraint = fields.constraint
  }
}

/** Copies the fields that survive the transfer from the worker; the error object itself would lose them. */
export function queryErrorFields(error: unknown): QueryErrorFields {
  const readText = (name: string): string | undefined => {
    const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  return {
    message: readText('message') ?? String(error),
    code: readText('code'),
    severity: readText('severity'),
    detail: readText('detail'),
    hint: readText('hint'),
    position: readText('position'),
    schema: readText('schema'),
    table: readText('table'),
    column: readText('column'),
    constraint: readText('constraint'),
  }
}

/** The SQLSTATE of a failed statement on either engine; `undefined` for other errors. */
export function sqlState(error: unknown): string | undefined {
  const code = queryErrorFields(error).code
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * Whether a unique constraint was violated; with `constraint`, whether it was that one.
 * @example catch (error) { if (violatesUnique(error, 'people_user_name_key')) throw new AppError('user_name_taken') }
 */
export function violatesUnique(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23505' && (constraint === undefined || queryErrorFields(error).constraint === constraint)
}

export const DISK_FULL = '53100'

/** Connection failures; missing resources (disk, memory, connections); cancelled or shutting down; file system errors. */
const unavailableStates = /^(08...|53...|57...|58...|25P03)$/
const lostConnection =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)|connection terminated|timeout expired|timeout exceeded|connection error/i

/**
 * Returns AppError 'storage_full' when the disk of the database is full, 'unavailable' when the database is down, and every
 * other error unchanged.
 */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code, message } = queryErrorFields(error)
  const state = sqlState(error)
  if (state === DISK_FULL) return new AppError('storage_full', { reason: message })
  const isDown = state === undefined ? lostConnection.test(code ?? '') || lostConnection.test(message) : unavailableStates.test(state)
  return isDown ? new AppError('unavailable', { reason: message, code }) : error
}
