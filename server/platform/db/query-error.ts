import { AppError } from '#contract/errors.ts'

/** What PostgreSQL says about a statement it refused; `pg` and PGlite use the same names. */
export type QueryErrorFacts = {
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

/** A statement that the embedded database refused. `code` is the SQLSTATE, as on an error of `pg`. */
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

  constructor(facts: QueryErrorFacts) {
    super(facts.message)
    this.code = facts.code
    this.severity = facts.severity
    this.detail = facts.detail
    this.hint = facts.hint
    this.position = facts.position
    this.schema = facts.schema
    this.table = facts.table
    this.column = facts.column
    this.constraint = facts.constraint
  }
}

/** Copies what can cross from the worker; the error object itself loses its fields on the way. */
export function factsOf(error: unknown): QueryErrorFacts {
  const text = (name: string): string | undefined => {
    const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  return {
    message: text('message') ?? String(error),
    code: text('code'),
    severity: text('severity'),
    detail: text('detail'),
    hint: text('hint'),
    position: text('position'),
    schema: text('schema'),
    table: text('table'),
    column: text('column'),
    constraint: text('constraint'),
  }
}

/** The SQLSTATE of a refused statement on either engine, `undefined` for any other failure. */
export function sqlState(error: unknown): string | undefined {
  const code = factsOf(error).code
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * Whether a unique rule refused the row; with `constraint`, whether that rule did.
 * @example catch (error) { if (violatesUnique(error, 'people_user_name_key')) throw new AppError('user_name_taken') }
 */
export function violatesUnique(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23505' && (constraint === undefined || factsOf(error).constraint === constraint)
}

/** The SQLSTATE `disk_full`. */
export const DISK_FULL = '53100'

/** Connection failures; no resources (disk, memory, connections); cancelled or shutting down; the file system failed. */
const unavailableStates = /^(08...|53...|57...|58...|25P03)$/
const lostConnection =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)|connection terminated|timeout expired|timeout exceeded|connection error/i

/**
 * The same error, or AppError 'storage_full' when the disk of the database is full, or 'unavailable' when the statement is not at fault
 * but the database can't serve right now.
 */
export function asRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code, message } = factsOf(error)
  const state = sqlState(error)
  if (state === DISK_FULL) return new AppError('storage_full', { reason: message })
  const isDown = state === undefined ? lostConnection.test(code ?? '') || lostConnection.test(message) : unavailableStates.test(state)
  return isDown ? new AppError('unavailable', { reason: message, code }) : error
}
