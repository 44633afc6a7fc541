import { AppError } from '#contract/errors.ts'

export type Answer = { rows: unknown[]; affectedRows: number | undefined }

/**
 * The only connection to a PGlite, wherever it runs. `generation` changes when the database behind it was reopened:
 * whatever a transaction had done before is gone then.
 */
export type Session = {
  readonly generation: number
  /** Resolves when statements can be sent. @throws AppError 'unavailable' when it can't be opened. */
  ready(): Promise<void>
  query(sql: string, params: readonly unknown[]): Promise<Answer>
  script(sql: string): Promise<Answer[]>
  close(): Promise<void>
}

/** Statements of their own that may be on their way at once. Few, so that none of them waits long enough to look like one that hangs. */
const ON_THE_WAY = 8

/** A transaction that asks nothing for this long while others wait is rolled back, so that it can't stop everybody. */
export const IDLE_LEASE_MS = 10_000

/**
 * One after the other: PGlite has a single connection, so a transaction must have it alone until it ends.
 * Whoever holds the lease has the connection; the others wait in the order they came. A statement of its own holds it only
 * until it is sent: the connection answers in the order it was asked, so it need not stand still while an answer travels.
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
    const pass = await this.#turn()
    return new Lease(this.#session, pass, { idleMs: this.#idleMs, othersWait: () => this.#waiting > 0 })
  }

  /** One statement outside of any transaction. */
  async query(sql: string, params: readonly unknown[] = []): Promise<Answer> {
    const pass = await this.#turn()
    let answered: Promise<Answer>
    try {
      while (this.#sent.size >= ON_THE_WAY) await Promise.race(this.#sent)
      answered = this.#session.query(sql, params)
    } finally {
      pass()
    }
    const forget = () => this.#sent.delete(settled)
    const settled: Promise<unknown> = answered.then(forget, forget)
    this.#sent.add(settled)
    return answered
  }

  /** Waits until the connection is free for the caller, who must call the answer to let the next one have it. */
  async #turn(): Promise<() => void> {
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

  /** Holds the connection while `work` runs. */
  async use<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    const lease = await this.lease()
    try {
      return await work(lease)
    } finally {
      lease.release()
    }
  }

  /** Resolves once everything asked for so far is done. */
  async drained(): Promise<void> {
    await this.#last
    await Promise.all(this.#sent)
  }
}

type LeaseRules = { idleMs: number; othersWait: () => boolean }

/** The connection, held by one caller. */
export class Lease {
  readonly #session: Session
  readonly #pass: () => void
  readonly #rules: LeaseRules
  readonly #generation: number
  #running = 0
  #ended: Error | null = null
  #idleTimer: NodeJS.Timeout | undefined
  /** Whether a statement failed since the last `begin`; a commit would then be a silent rollback. */
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
    this.#end(new Error('This connection was given back already.'))
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
    this.#idleTimer = setTimeout(() => void this.#idled(), this.#rules.idleMs)
    this.#idleTimer.unref()
  }

  async #idled(): Promise<void> {
    if (!this.#rules.othersWait()) return this.#watchIdle()
    const reason = new Error(
      `A transaction asked nothing for ${this.#rules.idleMs} ms while others waited, and was rolled back. ` +
        'Inside a transaction every query must go through the transaction, never through the database around it.',
    )
    this.#ended = reason
    try {
      await this.#session.script('rollback')
    } catch {
      // The session failed with it, so there is nothing left to roll back.
    }
    this.#pass()
  }

  #end(reason: Error): void {
    clearTimeout(this.#idleTimer)
    this.#ended = reason
    this.#pass()
  }
}
