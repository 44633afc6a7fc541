import { parentPort } from 'node:worker_threads'
import { callMethod, type IndexMethod } from './index-engine.ts'
import { createMatchIndex } from './match-index.ts'

// The thread of the match index: answers one question after the other.

export type IndexRequest = { id: number; act: IndexMethod; args: readonly unknown[] }
export type IndexResponse = { id: number; answer: unknown } | { id: number; failed: string }

const port = parentPort
if (!port) throw new Error('index-worker.ts runs as a worker thread only.')
const index = createMatchIndex()

port.on('message', ({ id, act, args }: IndexRequest) => {
  try {
    port.postMessage({ id, answer: callMethod(index, act, args) } satisfies IndexResponse)
  } catch (error) {
    port.postMessage({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies IndexResponse)
  }
})
