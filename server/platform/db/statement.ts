import type { LogEvent } from 'kysely'

/** A statement that was answered, or failed. Its text has $1, $2 ... in the places of values. */
export type Statement = { sql: string; ms: number; hasFailed: boolean }

/** Told of each statement of the stores, where the code runs that asked. */
export type OnStatement = (statement: Statement) => void

/** For Kysely's configuration; nothing at all when nobody wants to know, so that nothing is measured. */
export function logOf(onStatement: OnStatement | undefined): { log?: (event: LogEvent) => void } {
  if (!onStatement) return {}
  return {
    log: ({ level, query, queryDurationMillis }) => onStatement({ sql: query.sql, ms: queryDurationMillis, hasFailed: level === 'error' }),
  }
}

/** What a statement does and to which table first, in words for a list: "select messages". */
export function titleOf(sql: string): string {
  const [, act = 'statement'] = /^[\s(]*(\w+)/.exec(sql) ?? []
  const [, table] = /\b(?:from|into|update|join)\s+"?([a-z_]\w*)/i.exec(sql) ?? []
  return table ? `${act.toLowerCase()} ${table}` : act.toLowerCase()
}
