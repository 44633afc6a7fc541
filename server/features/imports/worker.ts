import { parentPort, workerData } from 'node:worker_threads'
import { ImportRefusal, readExport } from './file.ts'
import type { WorkerAnswer, WorkerTask } from './reader.ts'

// Reads one file in a thread of its own: hostile files meet its memory limit and not the server's.

const PROGRESS_EVERY_MS = 200

// The reader starts this file with exactly that, and nobody else starts it.
const { path, now } = workerData as WorkerTask

const port = parentPort
if (!port) throw new Error('worker.ts runs as a worker thread only.')
const tell = (answer: WorkerAnswer): void => port.postMessage(answer)
let told = 0

try {
  const result = await readExport({
    path,
    now,
    onSource: (source) => tell({ is: 'source', source }),
    onProgress(share) {
      const at = performance.now()
      if (at - told < PROGRESS_EVERY_MS) return
      told = at
      tell({ is: 'progress', share })
    },
  })
  tell({ is: 'done', result })
} catch (error) {
  if (!(error instanceof ImportRefusal)) throw error
  tell({ is: 'refused', problem: error.problem, reason: error.message })
}
