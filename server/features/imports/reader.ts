import { Worker } from 'node:worker_threads'
import type { ImportProblem } from '#contract/imports.ts'
import type { FileSource } from '#contract/taste.ts'
import { ImportRefusal, type ReadResult } from './file.ts'

export type WorkerTask = { path: string; now: number }
export type WorkerAnswer =
  | { is: 'source'; source: FileSource }
  | { is: 'progress'; share: number }
  | { is: 'done'; result: ReadResult }
  | { is: 'refused'; problem: ImportProblem; reason: string }

export type ReadInThread = (task: {
  path: string
  now: number
  signal: AbortSignal
  onSource: (source: FileSource) => void
  onProgress: (share: number) => void
}) => Promise<ReadResult>

/** Memory of the thread. A million plays take half of it; a file that wants more is refused. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
const AT_MOST_MS = 10 * 60_000

/**
 * Reads a file in a thread of its own.
 * @throws ImportRefusal, or the reason of `signal` when it is aborted
 */
export const readInThread: ReadInThread = async ({ path, now, signal, onSource, onProgress }) => {
  const { promise, resolve, reject } = Promise.withResolvers<ReadResult>()
  const task: WorkerTask = { path, now }
  // Without our environment: it holds the secrets, and parsing needs nothing of it.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task, resourceLimits: MEMORY, env: {} })
  const timer = setTimeout(() => reject(new ImportRefusal('import_too_large', 'reading took too long')), AT_MOST_MS)
  const handleAbort = () => reject(signal.reason)
  signal.addEventListener('abort', handleAbort)
  if (signal.aborted) handleAbort()
  worker.on('message', (answer: WorkerAnswer) => {
    if (answer.is === 'source') onSource(answer.source)
    else if (answer.is === 'progress') onProgress(answer.share)
    else if (answer.is === 'done') resolve(answer.result)
    else reject(new ImportRefusal(answer.problem, answer.reason))
  })
  worker.on('error', (error) => reject(isOutOfMemory(error) ? new ImportRefusal('import_too_large', 'it needs too much memory') : error))
  worker.on('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', handleAbort)
    await worker.terminate()
  }
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
