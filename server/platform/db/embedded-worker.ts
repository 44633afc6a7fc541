// The thread of the embedded database: opens it, proves that it is durable, and answers one question after the other.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type Results } from '@electric-sql/pglite'
import type { Ask, Reply, WorkerData } from './embedded-protocol.ts'
import type { Answer } from './lane.ts'
import { durableOptions } from './pglite-options.ts'
import { PreparedStatements } from './prepared.ts'
import { factsOf } from './query-error.ts'
import { proveDurable, SyncedFiles } from './synced-files.ts'

const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs as a worker thread only.')
const say = (reply: Reply): void => port.postMessage(reply)

type Opened = { pglite: PGlite; statements: PreparedStatements }

// `workerData` is what EmbeddedSession passes, of this type.
const { folder } = workerData as WorkerData
const files = new SyncedFiles(folder)

try {
  const pglite = await PGlite.create({ ...durableOptions, fs: files })
  await proveDurable(pglite, files)
  const statements = new PreparedStatements(pglite)
  port.on('message', (ask: Ask) => void answer({ pglite, statements }, ask))
  say({ kind: 'opened', syncCalls: files.calls })
} catch (error) {
  say({ kind: 'refused', reason: files.failure?.message ?? factsOf(error).message })
  port.close()
}

async function answer(opened: Opened, ask: Ask): Promise<void> {
  try {
    const answers = await run(opened, ask)
    if (files.failure) return breakDown(files.failure.message)
    say({ kind: 'answered', id: ask.id, answers })
    if (ask.kind === 'close') port?.close()
  } catch (error) {
    if (files.failure) return breakDown(files.failure.message)
    if (isFatal(error)) return breakDown(factsOf(error).message)
    say({ kind: 'failed', id: ask.id, error: factsOf(error) })
  }
}

async function run({ pglite, statements }: Opened, ask: Ask): Promise<Answer[]> {
  if (ask.kind === 'query') return [toAnswer(await statements.query(ask.sql, ask.params))]
  if (ask.kind === 'script') return (await statements.alone(() => pglite.exec(ask.sql))).map(toAnswer)
  await statements.alone(() => pglite.close())
  return []
}

function toAnswer({ rows, affectedRows }: Results): Answer {
  return { rows, affectedRows }
}

/** PostgreSQL ended itself, or its WebAssembly did: what follows would be an answer of a ruin. */
function isFatal(error: unknown): boolean {
  const severity = factsOf(error).severity
  if (severity === 'FATAL' || severity === 'PANIC') return true
  return error instanceof Error && (error.name === 'RuntimeError' || error.name === 'ExitStatus')
}

function breakDown(reason: string): void {
  say({ kind: 'broken', reason })
  port?.close()
}
