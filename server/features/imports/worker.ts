import { parentPort, workerData } from 'node:worker_threads'
import { ImportError, readExport } from './file.ts'
import type { WorkerResponse, WorkerTask } from './reader.ts'

// Reads one file in a worker thread, whose memory limit protects the server from hostile files.

const PROGRESS_EVERY_MS = 200

// Only reader.ts starts this file, with this data.
const { path, now } = workerData as WorkerTask

const port = parentPort
if (!port) throw new Error('worker.ts runs as a worker thread only.')
const send = (answer: WorkerResponse): void => port.postMessage(answer)
let lastSentMs = 0

try {
  const result = await readExport({
    path,
    now,
    onSource: (source) => send({ type: 'source', source }),
    onProgress(share) {
      const time = performance.now()
      if (time - lastSentMs < PROGRESS_EVERY_MS) return
      lastSentMs = time
      send({ type: 'progress', share })
    },
  })
  send({ type: 'done', result })
} catch (error) {
  if (!(error instanceof ImportError)) throw error
  send({ type: 'rejected', problem: error.problem, reason: error.message })
}
