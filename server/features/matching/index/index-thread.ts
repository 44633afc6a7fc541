import { Worker } from 'node:worker_threads'
import type { Log } from '#server/platform/observability/log.ts'
import { createEngine, type MatchEngine } from './index-engine.ts'
import type { IndexResponse, IndexRequest } from './index-worker.ts'

export type MatchThread = {
  readonly engine: MatchEngine
  /** Calls `listener` after a thread that ended by itself was replaced by a new one, which knows nobody yet. */
  onReplaced: (listener: () => void) => void
  close: () => Promise<void>
}

type Waiting = { resolve: (answer: unknown) => void; reject: (error: Error) => void }

/** The match index in a thread of its own. Questions that a dying thread leaves unanswered fail; the next ones reach the new thread. */
export function createMatchThread({ log }: { log: Log }): MatchThread {
  const listeners: (() => void)[] = []
  let waiting = new Map<number, Waiting>()
  let asked = 0
  let isClosed = false
  let worker = open()

  function open(): Worker {
    // Without our environment: it holds the secrets, and comparing needs nothing of it.
    const opened = new Worker(new URL('./index-worker.ts', import.meta.url), { env: {} })
    opened.on('message', (answer: IndexResponse) => {
      const one = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('failed' in answer) one?.reject(new Error(`match index: ${answer.failed}`))
      else one?.resolve(answer.answer)
      if (waiting.size === 0) opened.unref()
    })
    opened.on('error', (err) => log.error({ err }, 'the thread of the match index failed'))
    opened.on('exit', (code) => replace(code))
    opened.unref()
    return opened
  }

  function replace(code: number): void {
    const left = waiting
    waiting = new Map()
    for (const { reject } of left.values()) reject(new Error(`the thread of the match index ended with ${code}`))
    if (isClosed) return
    log.error({ code, unanswered: left.size }, 'the thread of the match index ended and is replaced')
    worker = open()
    for (const listener of listeners) listener()
  }

  return {
    engine: createEngine(async (act, args) => {
      if (isClosed) throw new Error('the match index is closed')
      const id = asked++
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, act, args } satisfies IndexRequest, [])
      return promise
    }),
    onReplaced: (listener) => void listeners.push(listener),
    async close() {
      isClosed = true
      await worker.terminate()
    },
  }
}
