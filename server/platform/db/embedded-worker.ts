// The thread of the embedded database: opens it, proves that it is durable, and answers one question after the other.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type Results } from '@electric-sql/pglite'
import { isOutOfSpace } from '../system-error.ts'
import type { Ask, Reply, WorkerData } from './embedded-protocol.ts'
import type { Answer } from './session-mutex.ts'
import { durableOptions } from './pglite-options.ts'
import { PreparedStatements } from './prepared.ts'
import { DISK_FULL, factsOf } from './query-error.ts'
import { assertRelationFiles } from './relation-files.ts'
import { proveDurable, SyncedFiles } from './synced-files.ts'

const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs as a worker thread only.')
const say = (reply: Reply): void => port.postMessage(reply)

type Opened = { pglite: PGlite; statements: PreparedStatements }

// `workerData` is what EmbeddedSession passes, of this type.
const { folder } = workerData as WorkerData
const files = new SyncedFiles(folder)

let isOpen = false
try {
  const pglite = await PGlite.create({ ...durableOptions, fs: files })
  await assertRelationFiles(pglite)
  isOpen = true
  await proveDurable(pglite, files)
  const statements = new PreparedStatements(pglite)
  port.on('message', (ask: Ask) => void answer({ pglite, statements }, ask))
  say({ kind: 'opened', syncCalls: files.calls })
} catch (error) {
  const said = factsOf(error).message
  const reason =
    files.systemError?.message ?? files.failure?.message ?? (isOpen ? said : `PostgreSQL could not start on its files (${said})`)
  const why = isFull() ? 'full' : files.systemError ? 'system' : isOpen ? 'not durable' : 'damaged'
  say({ kind: 'refused', reason, why })
  port.close()
}

async function answer(opened: Opened, ask: Ask): Promise<void> {
  files.systemError = null
  try {
    const answers = await run(opened, ask)
    if (files.failure) return breakDown(files.failure.message)
    say({ kind: 'answered', id: ask.id, answers })
    if (ask.kind === 'close') port?.close()
  } catch (error) {
    if (files.failure) return breakDown(files.failure.message)
    if (isFatal(error)) return breakDown(factsOf(error).message)
    say({ kind: 'failed', id: ask.id, error: { ...factsOf(error), ...(isFull() ? { code: DISK_FULL } : {}) } })
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

function isFull(): boolean {
  return isOutOfSpace(files.systemError ?? files.failure)
}

function breakDown(reason: string): void {
  say({ kind: 'broken', reason: files.systemError?.message ?? reason, isFull: isFull() })
  port?.close()
}
