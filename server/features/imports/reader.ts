import { Worker } from 'node:worker_threads'
import type { ImportProblem } from '#contract/imports.ts'
import type { FileSource } from '#contract/taste/taste.ts'
import { threadEnvironment } from '#server/platform/thread-environment.ts'
import { ImportError, type ReadResult } from './file.ts'

export type WorkerTask = { path: string; now: number }
export type WorkerResponse =
  | { type: 'source'; source: FileSource }
  | { type: 'progress'; share: number }
  | { type: 'done'; result: ReadResult }
  | { type: 'rejected'; problem: ImportProblem; reason: string }

export type ReadInThread = (task: {
  path: string
  now: number
  signal: AbortSignal
  onSource: (source: FileSource) => void
  onProgress: (share: number) => void
}) => Promise<ReadResult>

/** Memory limits of the thread. A million plays need half of it; larger files are rejected. */
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
const TIMEOUT_MS = 10 * 60_000

/** Reads a file in a worker thread. @throws ImportError, or the reason of `signal` when it is aborted */
export const readInThread: ReadInThread = async ({ path, now, signal, onSource, onProgress }) => {
  const { promise, resolve, reject } = Promise.withResolvers<ReadResult>()
  const task: WorkerTask = { path, now }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: MEMORY_LIMITS,
    env: threadEnvironment(),
  })
  const timer = setTimeout(() => reject(new ImportError('import_too_large', 'reading took too long')), TIMEOUT_MS)
  const handleAbort = () => reject(signal.reason)
  signal.addEventListener('abort', handleAbort)
  if (signal.aborted) handleAbort()
  worker.on('message', (answer: WorkerResponse) => {
    if (answer.type === 'source') onSource(answer.source)
    else if (answer.type === 'progress') onProgress(answer.share)
    else if (answer.type === 'done') resolve(answer.result)
    else reject(new ImportError(answer.problem, answer.reason))
  })
  worker.on('error', (error) => reject(isOutOfMemory(error) ? new ImportError('import_too_large', 'it needs too much memory') : error))
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
