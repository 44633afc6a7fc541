import { Worker } from 'node:worker_threads'
import type { Log } from '#server/platform/observability/log.ts'
import { threadEnvironment } from '#server/platform/thread-environment.ts'
import type { MatchIndex } from './match-index.ts'

// The match index behind an asynchronous interface: in this thread, or in a worker thread so that rankings never block
// requests (index-engine.ts). Both run the same index.

/** The methods that can be called across threads. */
export const INDEX_METHODS = [
  'unknown',
  'register',
  'put',
  'remove',
  'clear',
  'size',
  'uids',
  'holders',
  'listHolders',
  'lovers',
  'raritiesOf',
  'charts',
  'lovedItems',
  'lovedAmong',
  'suggestItems',
  'print',
  'inferred',
  'pair',
  'pairTotals',
  'rank',
  'bytes',
  'train',
] as const satisfies readonly (keyof MatchIndex)[]
export type IndexMethod = (typeof INDEX_METHODS)[number]

/** The index with asynchronous methods. */
export type MatchEngine = { [M in IndexMethod]: (...args: Parameters<MatchIndex[M]>) => Promise<ReturnType<MatchIndex[M]>> }

/** An engine that forwards every method to `call`. */
export function createEngine(call: (method: IndexMethod, args: readonly unknown[]) => Promise<unknown>): MatchEngine {
  const methods = INDEX_METHODS.map((method) => [method, (...args: unknown[]) => call(method, args)] as const)
  // Every method is present, and `call` returns what the index returns.
  return Object.fromEntries(methods) as MatchEngine
}

/** An engine on an index in this thread. */
export const createInlineEngine = (index: Pick<MatchIndex, IndexMethod>): MatchEngine =>
  createEngine(async (method, args) => callMethod(index, method, args))

export function callMethod(index: Pick<MatchIndex, IndexMethod>, method: IndexMethod, args: readonly unknown[]): unknown {
  // MatchEngine types the caller, so the arguments fit the method.
  const call = index[method] as (...given: readonly unknown[]) => unknown
  return call(...args)
}

export type IndexRequest = { id: number; method: IndexMethod; args: readonly unknown[] }
export type IndexResponse = { id: number; result: unknown } | { id: number; failed: string }

export type MatchThread = {
  readonly engine: MatchEngine
  /** Calls `listener` after a crashed thread was replaced by an empty one. */
  onReplaced: (listener: () => void) => void
  close: () => Promise<void>
}

type PendingRequest = { resolve: (answer: unknown) => void; reject: (error: Error) => void }

/** The match index in a worker thread. Pending requests of a crashed thread fail; the next ones reach the new thread. */
export function createMatchThread({ log }: { log: Log }): MatchThread {
  const listeners: (() => void)[] = []
  let pending = new Map<number, PendingRequest>()
  let nextId = 0
  let isClosed = false
  let worker = open()

  function open(): Worker {
    const opened = new Worker(new URL('./index-worker.ts', import.meta.url), { env: threadEnvironment() })
    opened.on('message', (response: IndexResponse) => {
      const request = pending.get(response.id)
      pending.delete(response.id)
      if ('failed' in response) request?.reject(new Error(`match index: ${response.failed}`))
      else request?.resolve(response.result)
      if (pending.size === 0) opened.unref()
    })
    opened.on('error', (err) => log.error({ err }, 'match index thread failed'))
    opened.on('exit', (code) => replace(code))
    opened.unref()
    return opened
  }

  function replace(code: number): void {
    const unanswered = pending
    pending = new Map()
    for (const { reject } of unanswered.values()) reject(new Error(`match index thread ended with ${code}`))
    if (isClosed) return
    log.error({ code, unanswered: unanswered.size }, 'match index thread replaced')
    worker = open()
    for (const listener of listeners) listener()
  }

  return {
    engine: createEngine(async (method, args) => {
      if (isClosed) throw new Error('the match index is closed')
      const id = nextId++
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      pending.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, method, args } satisfies IndexRequest, [])
      return promise
    }),
    onReplaced: (listener) => void listeners.push(listener),
    async close() {
      isClosed = true
      await worker.terminate()
    },
  }
}
