import type { PGlite } from '@electric-sql/pglite'
import { DatabaseError, serialize } from 'pg-protocol'
import { CommandCompleteMessage, DataRowMessage, ParameterDescriptionMessage, RowDescriptionMessage } from 'pg-protocol/dist/messages.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import { sqlState } from './query-error.ts'

/*
 * Planning a query takes the embedded database longer than running it. So a statement is prepared at its second use. PostgreSQL
 * plans it for the values of its first five uses, and then once for all where that is expected to be as cheap
 * (https://www.postgresql.org/docs/current/sql-prepare.html, `plan_cache_mode`).
 *
 * It bypasses PGlite's lock, message writer and message reader. These are compiled for old engines: each use creates a generator or
 * an object of a new shape, which V8 keeps among old objects together with the request. At 300 messages a second, that was a seventh
 * of this thread's allocations and paused it for 5 to 10 ms every second (F10 in docs/security.md). Reading a
 * page of rows takes PGlite four times as long as `pg-protocol`.
 */

/** A prepared statement takes about 50 KB (`pg_backend_memory_contexts`). */
const MAX_STATEMENTS = 200
/** Plans depend on table sizes, so older ones are replaced. */
const MAX_AGE_MS = 60_000
/** "cached plan must not change result type": raised before execution, when the columns of a table have changed. */
const OUTDATED = '0A000'
/** The selectivity of a pattern depends on its text, so these are planned at every use (`bench/search.ts`). */
const PATTERN_MATCH = /\slike\s/i

type Row = Record<string, unknown>
type Column = { name: string; decode: (text: string) => unknown }
/** `paramTypes`: OIDs. `columns`: empty for a statement without rows. */
type Prepared = { name: string; paramTypes: readonly number[]; columns: readonly Column[]; atMs: number }
type Result = { rows: unknown[]; affectedRows?: number }
/** `lastUse`: sequence number of its latest use. `prepared`: null after a single use. */
type Known = { lastUse: number; prepared: Prepared | null }

/** The prepared statements of the single connection to a PGlite. */
export class PreparedStatements {
  readonly #pglite: PGlite
  readonly #nowMs: () => number
  /** Prepared statements by SQL text. */
  readonly #known = new Map<string, Known>()
  /** Names that are no longer needed; closed together with the next statement. */
  #toClose: string[] = []
  #lastName = 0
  #uses = 0
  /** Resolves when the latest request is done. */
  #last: Promise<void> = Promise.resolve()

  constructor(pglite: PGlite, nowMs = () => performance.now()) {
    this.#pglite = pglite
    this.#nowMs = nowMs
  }

  /** @throws DatabaseError of PGlite when PostgreSQL rejects it */
  query(sql: string, params: readonly unknown[]): Promise<Result> {
    const isKnown = this.#known.has(sql)
    if (!isKnown && !PATTERN_MATCH.test(sql)) this.#cache(sql, null)
    return this.runExclusive(() => (isKnown ? this.#execute(sql, params) : this.#pglite.query(sql, [...params])))
  }

  /** Runs `work`, which uses the connection directly, after all earlier requests and before all later ones. */
  async runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    try {
      return await work()
    } finally {
      resolve()
    }
  }

  /** The caller has the connection exclusively. */
  async #execute(sql: string, params: readonly unknown[]): Promise<Result> {
    const { name, paramTypes, columns } = this.#findFresh(sql) ?? (await this.#prepare(sql))
    const values = params.map((value, index) => this.#serialize(value, paramTypes[index]))
    try {
      return resultOf(await this.#send([serialize.bind({ statement: name, values }), serialize.execute({})]), columns)
    } catch (error) {
      if (sqlState(error) !== OUTDATED) throw error
      this.#evict(sql)
      // The transaction is lost with it.
      if (this.#pglite.isInTransaction()) throw error
      return this.#execute(sql, params)
    }
  }

  #findFresh(sql: string): Prepared | null {
    const statement = this.#known.get(sql)
    if (!statement?.prepared || this.#nowMs() - statement.prepared.atMs >= MAX_AGE_MS) return null
    statement.lastUse = ++this.#uses
    return statement.prepared
  }

  async #prepare(sql: string): Promise<Prepared> {
    this.#evict(sql)
    const name = `p${++this.#lastName}`
    const responses = await this.#send([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })])
    const paramTypes = responses.find((response) => response instanceof ParameterDescriptionMessage)?.dataTypeIDs ?? []
    const fields = responses.find((response) => response instanceof RowDescriptionMessage)?.fields ?? []
    const columns = fields.map(({ name: column, dataTypeID }) => ({ name: column, decode: this.#decoderOf(dataTypeID) }))
    const prepared = { name, paramTypes, columns, atMs: this.#nowMs() }
    this.#cache(sql, prepared)
    return prepared
  }

  /** Serializes like PGlite does for unprepared statements: unknown types come from extensions and are sent as text. */
  #serialize(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const toText = type === undefined ? undefined : this.#pglite.serializers[type]
    return toText ? toText(value) : `${value as string | number | boolean | bigint}`
  }

  #decoderOf(type: number): Column['decode'] {
    const decode = this.#pglite.parsers[type]
    return decode ? (text) => decode(text, type) : (text) => text
  }

  /**
   * Sends the messages together with `sync`, so that an error does not affect the next statement.
   * @throws DatabaseError
   */
  async #send(messages: readonly Uint8Array[]): Promise<readonly object[]> {
    const closing = this.#toClose.splice(0).map((name) => serialize.close({ type: 'S', name }))
    const responses: object[] = []
    const parser = new Parser()
    await this.#pglite.execProtocolRawStream(Buffer.concat([...closing, ...messages, serialize.sync()]), {
      syncToFs: false,
      // A copy: the next chunk overwrites the memory of this one.
      onRawData: (chunk) => parser.parse(Buffer.from(chunk), (response) => responses.push(response)),
    })
    const error = responses.find((response) => response instanceof DatabaseError)
    if (error) throw error
    return responses
  }

  #cache(sql: string, prepared: Prepared | null): void {
    this.#known.set(sql, { lastUse: ++this.#uses, prepared })
    if (this.#known.size > MAX_STATEMENTS) this.#evict(this.#leastRecentlyUsed())
  }

  #leastRecentlyUsed(): string {
    let [longest, least] = ['', Infinity]
    for (const [sql, { lastUse }] of this.#known) if (lastUse < least) [longest, least] = [sql, lastUse]
    return longest
  }

  #evict(sql: string): void {
    const statement = this.#known.get(sql)
    if (statement?.prepared) this.#toClose.push(statement.prepared.name)
    this.#known.delete(sql)
  }
}

function resultOf(responses: readonly object[], columns: readonly Column[]): Result {
  const rows: Row[] = []
  let affectedRows = 0
  for (const response of responses) {
    if (response instanceof DataRowMessage) rows.push(rowOf(response.fields, columns))
    if (response instanceof CommandCompleteMessage) affectedRows = changedRows(response.text)
  }
  return { rows, affectedRows }
}

function rowOf(values: readonly (string | null)[], columns: readonly Column[]): Row {
  const row: Row = {}
  for (const [index, { name, decode }] of columns.entries()) {
    const value = values[index] ?? null
    row[name] = value === null ? null : decode(value)
  }
  return row
}

/** The number in "INSERT 0 2" or "UPDATE 2"; 0 for commands that change no rows, such as "SELECT 2". */
function changedRows(command: string): number {
  return /^(?:INSERT|UPDATE|DELETE|MERGE|COPY)\b/.test(command) ? Number(command.slice(command.lastIndexOf(' ') + 1)) : 0
}
