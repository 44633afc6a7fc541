import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppError } from '#contract/errors.ts'
import type { Log } from '../../observability/log.ts'
import { assertUndamaged, DataFolderUnusable } from './data-folder.ts'
import type { WorkerRequest, WorkerReply, WorkerData } from './embedded-protocol.ts'
import type { Answer, Session } from './session-mutex.ts'
import { toAppError, QueryError } from '../query-error.ts'
import type { DiskFullMonitor } from '../disk-full-monitor.ts'

export type SessionLimits = {
  /** A query without an answer for this long counts as hung: the thread is terminated and the database reopened. */
  queryMs: number
  /** The same for scripts (migrations, vacuum), which may take long. */
  scriptMs: number
  /** Opening includes the recovery after a crash. */
  openMs: number
  /** After a failed opening, requests are rejected for this long before the next attempt. */
  retryMs: number
}

export const sessionLimits: SessionLimits = { queryMs: 20_000, scriptMs: 600_000, openMs: 120_000, retryMs: 1_000 }

type Pending = { resolve: (answers: Answer[]) => void; reject: (error: unknown) => void; timer: NodeJS.Timeout }

type State =
  | { status: 'closed' }
  | { status: 'opening'; opened: Promise<void> }
  | { status: 'open'; worker: Worker }
  | { status: 'failed'; until: number; error: AppError }

/**
 * The embedded database in its worker thread: sends requests, and reopens the database when the thread hangs or crashes.
 * Unanswered requests then reject with 'unavailable'. Their changes may or may not be stored, like any commit whose answer was
 * lost.
 */
export class EmbeddedSession implements Session {
  readonly #folder: string
  readonly #log: Log
  readonly #space: DiskFullMonitor
  readonly #limits: SessionLimits
  readonly #pending = new Map<number, Pending>()
  #state: State = { status: 'closed' }
  #lastId = 0
  #ended = false
  generation = 0

  constructor(folder: string, log: Log, space: DiskFullMonitor, limits: Partial<SessionLimits> = {}) {
    this.#space = space
    this.#folder = folder
    this.#log = log
    this.#limits = { ...sessionLimits, ...limits }
  }

  /** Opens the database for the first time. @throws DataFolderUnusable; Error when it is not durable or takes too long. */
  async open(): Promise<void> {
    await this.#start()
  }

  async ready(): Promise<void> {
    if (this.#state.status === 'open') return
    if (this.#ended) throw new AppError('unavailable', { reason: 'the database is closed' })
    if (this.#state.status === 'failed' && Date.now() < this.#state.until) throw this.#state.error
    const opened = this.#state.status === 'opening' ? this.#state.opened : this.#start()
    await opened.catch((error: unknown) => {
      throw openError(error)
    })
  }

  async query(sql: string, params: readonly unknown[]): Promise<Answer> {
    const [answer] = await this.#request({ id: ++this.#lastId, kind: 'query', sql, params }, this.#limits.queryMs)
    return answer ?? { rows: [], affectedRows: undefined }
  }

  script(sql: string): Promise<Answer[]> {
    return this.#request({ id: ++this.#lastId, kind: 'script', sql }, this.#limits.scriptMs)
  }

  /** Shuts PostgreSQL down cleanly (it writes a checkpoint) and terminates the thread. */
  async close(): Promise<void> {
    this.#ended = true
    if (this.#state.status === 'opening') await this.#state.opened.catch(() => undefined)
    if (this.#state.status !== 'open') return
    const { worker } = this.#state
    try {
      await this.#request({ id: ++this.#lastId, kind: 'close' }, this.#limits.openMs)
    } catch (error) {
      this.#log.warn({ err: error }, 'the embedded database did not shut down cleanly; it recovers at the next start')
    }
    this.#state = { status: 'closed' }
    await worker.terminate()
  }

  #start(): Promise<void> {
    const opened = this.#openWorker()
    this.#state = { status: 'opening', opened }
    return opened
  }

  async #openWorker(): Promise<void> {
    let worker: Worker | undefined
    try {
      // At every opening: PGlite would silently create a new database when the files are missing.
      assertUndamaged(this.#folder)
      const data: WorkerData = { folder: this.#folder }
      worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: data, stdout: false, stderr: false })
      // Without a listener, an error of a thread that is being terminated would end the process.
      worker.on('error', () => undefined)
      await this.#waitUntilOpened(worker)
    } catch (error) {
      await worker?.terminate()
      this.#state = { status: 'failed', until: Date.now() + this.#limits.retryMs, error: openError(error) }
      // The caller reports the first failure.
      if (this.generation > 0)
        this.#log.error({ reason: error instanceof Error ? error.message : String(error) }, 'the embedded database could not be opened')
      throw error
    }
    this.generation++
    this.#state = { status: 'open', worker }
    worker.on('message', (reply: WorkerReply) => this.#receive(worker, reply))
    worker.on('error', (error) => this.#lose(worker, error.message))
    worker.on('exit', () => this.#lose(worker, 'its thread ended'))
  }

  async #waitUntilOpened(worker: Worker): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Error(`Opening took longer than ${this.#limits.openMs} ms.`)), this.#limits.openMs)
    const onExit = (): void => reject(new Error('The thread of the embedded database ended while opening.'))
    worker.once('error', reject)
    worker.once('exit', onExit)
    worker.once('message', (reply: WorkerReply) => {
      if (reply.kind === 'opened') resolve()
      else if (reply.kind !== 'rejected') reject(new Error(`Unexpected first reply: ${reply.kind}`))
      else
        reject(
          reply.why === 'not durable' ? new Error(reply.reason) : new DataFolderUnusable(dirname(this.#folder), reply.why, reply.reason),
        )
    })
    try {
      await promise
    } finally {
      clearTimeout(timer)
      worker.off('error', reject)
      worker.off('exit', onExit)
    }
  }

  #request(ask: WorkerRequest, withinMs: number): Promise<Answer[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer[]>()
    if (this.#state.status !== 'open') {
      reject(new AppError('unavailable', { reason: 'the database is not open' }))
      return promise
    }
    const { worker } = this.#state
    const timer = setTimeout(() => this.#lose(worker, `no answer within ${withinMs} ms`), withinMs)
    this.#pending.set(ask.id, { resolve, reject, timer })
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
      worker.postMessage(ask)
    } catch (error) {
      this.#settle(ask.id)?.reject(error instanceof Error ? error : new Error(String(error)))
    }
    return promise
  }

  #receive(worker: Worker, reply: WorkerReply): void {
    if (reply.kind === 'answered') this.#settle(reply.id)?.resolve(reply.answers)
    else if (reply.kind === 'failed') this.#settle(reply.id)?.reject(this.#space.record(toAppError(new QueryError(reply.error))))
    else if (reply.kind === 'broken') this.#lose(worker, reply.reason, reply.isFull ? 'storage_full' : 'unavailable')
    else this.#lose(worker, 'it opened twice')
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    clearTimeout(pending?.timer)
    return pending
  }

  /** Terminates a thread that hangs or is broken, rejects its pending requests, and reopens the database. */
  #lose(worker: Worker, reason: string, code: 'unavailable' | 'storage_full' = 'unavailable'): void {
    if (this.#state.status !== 'open' || this.#state.worker !== worker) return
    const ended = worker.terminate()
    for (const id of this.#pending.keys()) this.#settle(id)?.reject(this.#space.record(new AppError(code, { reason })))
    if (this.#ended) {
      this.#state = { status: 'closed' }
      return
    }
    this.#log.error({ reason }, 'the embedded database stopped answering and is reopened')
    const opened = ended.then(() => this.#openWorker())
    opened.catch(() => undefined) // the next caller gets the error from ready()
    this.#state = { status: 'opening', opened }
  }
}

/** The error for callers while the database can't be opened. */
function openError(error: unknown): AppError {
  const isFull = error instanceof DataFolderUnusable && error.why === 'full'
  return new AppError(isFull ? 'storage_full' : 'unavailable', { reason: error instanceof Error ? error.message : String(error) })
}
