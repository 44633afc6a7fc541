import { AppError } from '#contract/errors.ts'

export type Answer = { rows: unknown[]; affectedRows: number | undefined }

/** The only connection to a PGlite. `generation` changes when the database is reopened, which loses open transactions. */
export type Session = {
  readonly generation: number
  /** Resolves when statements can be sent. @throws AppError 'unavailable' when it can't be opened. */
  ready(): Promise<void>
  query(sql: string, params: readonly unknown[]): Promise<Answer>
  script(sql: string): Promise<Answer[]>
  close(): Promise<void>
}

/** The maximum number of statements in flight outside of transactions. Few, so that waiting ones don't look hung. */
const MAX_IN_FLIGHT = 8

/** A transaction that is idle for this long while others wait is rolled back. */
export const IDLE_LEASE_MS = 10_000

/**
 * A mutex for the single connection of PGlite: a transaction must have it exclusively until it ends.
 * The lease holder has the connection; the others wait in order. A single statement has it only until it is sent: answers come
 * in order, so the next one need not wait for its answer.
 */
export class SessionMutex {
  readonly #session: Session
  readonly #idleMs: number
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  readonly #sent = new Set<Promise<unknown>>()

  constructor(session: Session, idleMs = IDLE_LEASE_MS) {
    this.#session = session
    this.#idleMs = idleMs
  }

  /** Waits for the connection. The caller must release the lease. */
  async lease(): Promise<Lease> {
    const pass = await this.#waitForTurn()
    return new Lease(this.#session, pass, { idleMs: this.#idleMs, othersWait: () => this.#waiting > 0 })
  }

  /** One statement outside of any transaction. */
  async query(sql: string, params: readonly unknown[] = []): Promise<Answer> {
    const pass = await this.#waitForTurn()
    let answered: Promise<Answer>
    try {
      while (this.#sent.size >= MAX_IN_FLIGHT) await Promise.race(this.#sent)
      answered = this.#session.query(sql, params)
    } finally {
      pass()
    }
    const discard = () => this.#sent.delete(settled)
    const settled: Promise<unknown> = answered.then(discard, discard)
    this.#sent.add(settled)
    return answered
  }

  /** Waits for the connection. The caller must call the returned function to pass it on. */
  async #waitForTurn(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    this.#waiting++
    await before
    this.#waiting--
    try {
      await this.#session.ready()
    } catch (error) {
      resolve()
      throw error
    }
    return resolve
  }

  /** Leases the connection while `work` runs. */
  async use<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    const lease = await this.lease()
    try {
      return await work(lease)
    } finally {
      lease.release()
    }
  }

  /** Resolves when every request so far is done. */
  async drained(): Promise<void> {
    await this.#last
    await Promise.all(this.#sent)
  }
}

type LeaseRules = { idleMs: number; othersWait: () => boolean }

/** The connection, leased to one caller. */
export class Lease {
  readonly #session: Session
  readonly #pass: () => void
  readonly #rules: LeaseRules
  readonly #generation: number
  #running = 0
  #ended: Error | null = null
  #idleTimer: NodeJS.Timeout | undefined
  /** Whether a statement has failed since `begin`; a commit would then be a silent rollback. */
  failed = false

  constructor(session: Session, pass: () => void, rules: LeaseRules) {
    this.#session = session
    this.#pass = pass
    this.#rules = rules
    this.#generation = session.generation
    this.#watchIdle()
  }

  query(sql: string, params: readonly unknown[] = []): Promise<Answer> {
    return this.#run(() => this.#session.query(sql, params))
  }

  script(sql: string): Promise<Answer[]> {
    return this.#run(() => this.#session.script(sql))
  }

  release(): void {
    if (this.#ended) return
    this.#end(new Error('This connection was already released.'))
  }

  async #run<T>(statement: () => Promise<T>): Promise<T> {
    if (this.#ended) throw this.#ended
    if (this.#session.generation !== this.#generation)
      throw new AppError('unavailable', { reason: 'the database was reopened during a transaction' })
    clearTimeout(this.#idleTimer)
    this.#running++
    try {
      return await statement()
    } catch (error) {
      this.failed = true
      throw error
    } finally {
      this.#running--
      if (this.#running === 0 && !this.#ended) this.#watchIdle()
    }
  }

  #watchIdle(): void {
    this.#idleTimer = setTimeout(() => void this.#handleIdle(), this.#rules.idleMs)
    this.#idleTimer.unref()
  }

  async #handleIdle(): Promise<void> {
    if (!this.#rules.othersWait()) return this.#watchIdle()
    const reason = new Error(
      `A transaction was idle for ${this.#rules.idleMs} ms while others waited, and was rolled back. ` +
        'Inside a transaction every query must go through the transaction, never through the database itself.',
    )
    this.#ended = reason
    try {
      await this.#session.script('rollback')
    } catch {
      // The session also failed, so there is nothing to roll back.
    }
    this.#pass()
  }

  #end(reason: Error): void {
    clearTimeout(this.#idleTimer)
    this.#ended = reason
    this.#pass()
  }
}
