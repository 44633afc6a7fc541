import { parse, type PGlite, type Results } from '@electric-sql/pglite'
import { serialize } from 'pg-protocol'
import { sqlState } from './query-error.ts'

/*
 * The embedded database takes longer to plan a question than to answer it, so it is spared doing so again and again: a statement that
 * comes a second time is prepared. PostgreSQL plans it anew for the values of its first five uses, and once for all from then on where
 * that promises to be no dearer (https://www.postgresql.org/docs/current/sql-prepare.html, `plan_cache_mode`).
 *
 * It also does without PGlite's lock and PGlite's writer of messages. They are compiled for old engines: each use makes a generator, or
 * an object with accessors, of a shape of its own, which V8 keeps among the old objects, and with it all that was asked. At 300 messages
 * a second a seventh of what this thread allocated was copied and grew old for nothing, and it was stopped for 5 to 10 ms every second
 * (F10 in docs/security.md).
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
/** `lastUse`: the number of its latest use, of all uses. `prepared`: null for one that came once. */
type Known = { lastUse: number; prepared: Prepared | null }

/** The statements of the one connection to a PGlite. */
export class PreparedStatements {
  readonly #pglite: PGlite
  readonly #nowMs: () => number
  /** By text. */
  readonly #known = new Map<string, Known>()
  /** Names not needed any more; PostgreSQL is told with the next statement. */
  #toClose: string[] = []
  #lastName = 0
  #uses = 0
  /** Ends with what was asked last. */
  #last: Promise<void> = Promise.resolve()

  constructor(pglite: PGlite, nowMs = () => performance.now()) {
    this.#pglite = pglite
    this.#nowMs = nowMs
  }

  /** @throws DatabaseError of PGlite when PostgreSQL refuses it */
  query(sql: string, params: readonly unknown[]): Promise<Results> {
    const isKnown = this.#known.has(sql)
    if (!isKnown && !BY_LETTERS.test(sql)) this.#remember(sql, null)
    return this.alone(() => (isKnown ? this.#ask(sql, params) : this.#pglite.query(sql, [...params])))
  }

  /** Does `work`, which uses the connection itself, after what was asked before, and before what is asked from now on. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
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

  /** The caller has the connection alone. */
  async #ask(sql: string, params: readonly unknown[]): Promise<Results> {
    const { name, paramTypes, columns } = this.#fresh(sql) ?? (await this.#prepare(sql))
    const values = params.map((value, at) => this.#serialized(value, paramTypes[at]))
    try {
      const answered = await this.#send([serialize.bind({ statement: name, values }), serialize.execute({})])
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
    const known = this.#known.get(sql)
    if (!known?.prepared || this.#nowMs() - known.prepared.atMs >= KEPT_MS) return null
    known.lastUse = ++this.#uses
    return known.prepared
  }

  async #prepare(sql: string): Promise<Prepared> {
    this.#forget(sql)
    const name = `p${++this.#lastName}`
    const answered = await this.#send([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })])
    const columns = answered.filter((message) => message.name === 'rowDescription')
    const prepared = { name, paramTypes: parse.parseDescribeStatementResults(answered), columns, atMs: this.#nowMs() }
    this.#remember(sql, prepared)
    return prepared
  }

  /** As PGlite does it for statements that are not prepared: types that it does not know are those of extensions, and travel as text. */
  #serialized(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const toText = type === undefined ? undefined : this.#pglite.serializers[type]
    return toText ? toText(value) : `${value as string | number | boolean | bigint}`
  }

  /** Sent with its `sync`, so that a refusal leaves nothing behind for the next statement. */
  #send(messages: readonly Uint8Array[]): Promise<Answered> {
    const closing = this.#toClose.splice(0).map((name) => serialize.close({ type: 'S', name }))
    return this.#pglite.execProtocolStream(Buffer.concat([...closing, ...messages, serialize.sync()]), { syncToFs: false })
  }

  #remember(sql: string, prepared: Prepared | null): void {
    this.#known.set(sql, { lastUse: ++this.#uses, prepared })
    if (this.#known.size > MOST) this.#forget(this.#usedLongestAgo())
  }

  #usedLongestAgo(): string {
    let [longest, least] = ['', Infinity]
    for (const [sql, { lastUse }] of this.#known) if (lastUse < least) [longest, least] = [sql, lastUse]
    return longest
  }

  #forget(sql: string): void {
    const known = this.#known.get(sql)
    if (known?.prepared) this.#toClose.push(known.prepared.name)
    this.#known.delete(sql)
  }
}
