import { parentPort } from 'node:worker_threads'
import { perform, type Act } from './index-engine.ts'
import { createMatchIndex } from './match-index.ts'

// The thread of the match index: answers one question after the other.

export type IndexQuestion = { id: number; act: Act; args: readonly unknown[] }
export type IndexAnswer = { id: number; answer: unknown } | { id: number; failed: string }

const port = parentPort
if (!port) throw new Error('index-worker.ts runs as a worker thread only.')
const index = createMatchIndex()

port.on('message', ({ id, act, args }: IndexQuestion) => {
  try {
    port.postMessage({ id, answer: perform(index, act, args) } satisfies IndexAnswer)
  } catch (error) {
    port.postMessage({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies IndexAnswer)
  }
})
