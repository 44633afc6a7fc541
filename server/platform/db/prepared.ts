import { parse, protocol, type PGlite, type Results } from '@electric-sql/pglite'
import { sqlState } from './query-error.ts'

/*
 * The embedded database takes longer to plan a question than to answer it, so it is spared doing so again and again: a statement that
 * comes a second time is prepared. PostgreSQL plans it anew for the values of its first five uses, and once for all from then on where
 * that promises to be no dearer (https://www.postgresql.org/docs/current/sql-prepare.html, `plan_cache_mode`).
 */

/** So many statements are remembered. A prepared one takes about 50 KB (`pg_backend_memory_contexts`). */
const MOST = 200
/** A plan is made for tables as large as they are then. Older ones are made anew. */
const KEPT_MS = 60_000
/** "cached plan must not change result type": said before anything is done, once a table has other columns. */
const OUTDATED = '0A000'
/** How much a pattern finds shows only in its letters, so these are planned each time, with them (`bench/search.ts`). */
const BY_LETTERS = /\slike\s/i

type Answered = Awaited<ReturnType<PGlite['execProtocolStream']>>
/** `columns`: the description of its rows, none where it gives none. */
type Prepared = { name: string; paramTypes: readonly number[]; columns: Answered; atMs: number }

/** The statements of the one connection to a PGlite. */
export class PreparedStatements {
  readonly #pglite: PGlite
  readonly #nowMs: () => number
  /** By text, those used longest ago first; null for one that came once. */
  readonly #known = new Map<string, Prepared | null>()
  /** Names not needed any more; PostgreSQL is told with the next statement. */
  #toClose: string[] = []
  #lastName = 0

  constructor(pglite: PGlite, nowMs = () => performance.now()) {
    this.#pglite = pglite
    this.#nowMs = nowMs
  }

  /** @throws DatabaseError of PGlite when PostgreSQL refuses it */
  query(sql: string, params: readonly unknown[]): Promise<Results> {
    if (this.#known.has(sql)) return this.#pglite.runExclusive(() => this.#ask(sql, params))
    if (!BY_LETTERS.test(sql)) this.#remember(sql, null)
    return this.#pglite.query(sql, [...params])
  }

  /** The caller has the connection alone. */
  async #ask(sql: string, params: readonly unknown[]): Promise<Results> {
    const { name, paramTypes, columns } = this.#fresh(sql) ?? (await this.#prepare(sql))
    const values = params.map((value, at) => this.#serialized(value, paramTypes[at]))
    const { bind, execute } = protocol.serialize
    try {
      const answered = await this.#send([bind({ statement: name, values }), execute({})])
      await this.#pglite.syncToFs()
      const [result] = parse.parseResults([...columns, ...answered], this.#pglite.parsers)
      return result ?? { rows: [], fields: [] }
    } catch (error) {
      if (sqlState(error) !== OUTDATED) throw error
      this.#forget(sql)
      // A transaction is lost with it.
      if (this.#pglite.isInTransaction()) throw error
      return this.#ask(sql, params)
    }
  }

  #fresh(sql: string): Prepared | null {
    const prepared = this.#known.get(sql) ?? null
    if (prepared === null || this.#nowMs() - prepared.atMs >= KEPT_MS) return null
    this.#remember(sql, prepared)
    return prepared
  }

  async #prepare(sql: string): Promise<Prepared> {
    this.#forget(sql)
    const name = `p${++this.#lastName}`
    const { serialize } = protocol
    const answered = await this.#send([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })])
    const columns = answered.filter((message) => message.name === 'rowDescription')
    const prepared = { name, paramTypes: parse.parseDescribeStatementResults(answered), columns, atMs: this.#nowMs() }
    this.#remember(sql, prepared)
    return prepared
  }

  /** As PGlite does it for statements that are not prepared: types that it does not know are those of extensions, and travel as text. */
  #serialized(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const serialize = type === undefined ? undefined : this.#pglite.serializers[type]
    return serialize ? serialize(value) : `${value as string | number | boolean | bigint}`
  }

  /** Sent with its `sync`, so that a refusal leaves nothing behind for the next statement. */
  #send(messages: readonly Uint8Array[]): Promise<Answered> {
    const { close, sync } = protocol.serialize
    const closing = this.#toClose.splice(0).map((name) => close({ type: 'S', name }))
    return this.#pglite.execProtocolStream(Buffer.concat([...closing, ...messages, sync()]), { syncToFs: false })
  }

  #remember(sql: string, prepared: Prepared | null): void {
    this.#known.delete(sql)
    this.#known.set(sql, prepared)
    if (this.#known.size <= MOST) return
    for (const oldest of this.#known.keys()) return this.#forget(oldest)
  }

  #forget(sql: string): void {
    const prepared = this.#known.get(sql)
    if (prepared) this.#toClose.push(prepared.name)
    this.#known.delete(sql)
  }
}
