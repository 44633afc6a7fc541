import { parentPort } from 'node:worker_threads'
import { collectWhenIdle } from '#server/platform/heap.ts'
import { callMethod, type IndexRequest, type IndexResponse } from './index-engine.ts'
import { createMatchIndex } from './match-index.ts'

// The worker thread of the match index: handles one request after the other.

const port = parentPort
if (!port) throw new Error('index-worker.ts runs as a worker thread only.')
const index = createMatchIndex()
collectWhenIdle()

port.on('message', ({ id, method, args }: IndexRequest) => {
  try {
    port.postMessage({ id, result: callMethod(index, method, args) } satisfies IndexResponse)
  } catch (error) {
    port.postMessage({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies IndexResponse)
  }
})
