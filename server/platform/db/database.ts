import type { Kysely } from 'kysely'
import type { PoolLoad } from '../observability/metrics.ts'

/**
 * The open database. Stores name the tables they use: `db.withTables<ChatTables>()`.
 * Both engines use PostgreSQL's SQL; int8 arrives as a number and timestamptz as a Date.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- each store adds its own tables
export type Db = Kysely<{}>

/** Work outside of a transaction, to run after its commit: live updates, emails, domain events. */
export type AfterCommit = () => Promise<void> | void

export type Database = {
  db: Db
  engine: 'embedded' | 'postgres'
  /** Runs one statement, or several in one string, without parameters (migrations, maintenance). */
  script(sql: string): Promise<void>
  /**
   * Runs one statement with parameters, or several in one string without, and returns the rows of all.
   * For libraries with their own SQL; stores use `db`.
   */
  query(sql: string, params?: readonly unknown[]): Promise<unknown[]>
  /** Resolves when the database answers. @throws AppError 'unavailable' when it does not within `withinMs` */
  ping(withinMs: number): Promise<void>
  /** The state of the connection pool; missing where there is none. */
  load?(): PoolLoad
  close(): Promise<void>
}
