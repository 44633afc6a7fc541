import type { LogEvent } from 'kysely'

/** A finished or failed statement. Its text has $1, $2 ... instead of values. */
export type Statement = { sql: string; ms: number; hasFailed: boolean }

/** Called for each statement of the stores, in the async context of the caller. */
export type OnStatement = (statement: Statement) => void

/** The `log` option for Kysely; empty without a listener, so that nothing is measured. */
export function statementLog(onStatement: OnStatement | undefined): { log?: (event: LogEvent) => void } {
  if (!onStatement) return {}
  return {
    log: ({ level, query, queryDurationMillis }) => onStatement({ sql: query.sql, ms: queryDurationMillis, hasFailed: level === 'error' }),
  }
}

/** The operation and first table of a statement: "select messages". */
export function statementTitle(sql: string): string {
  const [, operation = 'statement'] = /^[\s(]*(\w+)/.exec(sql) ?? []
  const [, table] = /\b(?:from|into|update|join)\s+"?([a-z_]\w*)/i.exec(sql) ?? []
  return table ? `${operation.toLowerCase()} ${table}` : operation.toLowerCase()
}
