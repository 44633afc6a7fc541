// The worker thread of the embedded database: opens it, verifies that it is durable, and answers one request at a time.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { collectWhenIdle } from '../../heap.ts'
import { isOutOfSpace } from '../../system-error.ts'
import type { WorkerRequest, WorkerReply, WorkerData } from './embedded-protocol.ts'
import type { Answer } from './session-mutex.ts'
import { durableOptions } from './pglite-options.ts'
import { PreparedStatements } from '../prepared-statements.ts'
import { DISK_FULL, queryErrorFields } from '../query-error.ts'
import { assertDurable, SyncedFiles } from './synced-files.ts'

/**
 * Relations whose file is missing, or empty although it never can be: indexes and sequences start with a page, and these
 * catalogs have rows from the start.
 */
const damagedRelations = `
  select path, size from (
    select relkind, relname, relnamespace, pg_relation_filepath(oid) as path, (pg_stat_file(pg_relation_filepath(oid), true)).size as size
    from pg_class where relkind in ('r', 'i', 'S', 't', 'm') and relpersistence <> 't'
  ) as relation
  where size is null or size = 0 and (
    relkind in ('i', 'S') or relnamespace = 'pg_catalog'::regnamespace and relname in (
      'pg_am', 'pg_amop', 'pg_amproc', 'pg_attribute', 'pg_authid', 'pg_cast', 'pg_class', 'pg_collation', 'pg_constraint', 'pg_database',
      'pg_index', 'pg_namespace', 'pg_opclass', 'pg_operator', 'pg_opfamily', 'pg_proc', 'pg_tablespace', 'pg_type'))
  order by path limit 1`

const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs only as a worker thread.')
const respond = (reply: WorkerReply): void => port.postMessage(reply)

type Opened = { pglite: PGlite; statements: PreparedStatements }

// EmbeddedSession passes `workerData` of this type.
const { folder } = workerData as WorkerData
const files = new SyncedFiles(folder)

let isOpen = false
try {
  const pglite = await PGlite.create({ ...durableOptions, fs: files })
  await assertRelationFiles(pglite)
  isOpen = true
  await assertDurable(pglite, files)
  const statements = new PreparedStatements(pglite)
  port.on('message', (ask: WorkerRequest) => void answer({ pglite, statements }, ask))
  collectWhenIdle()
  respond({ kind: 'opened', syncCalls: files.calls })
} catch (error) {
  const message = queryErrorFields(error).message
  const reason =
    files.systemError?.message ?? files.failure?.message ?? (isOpen ? message : `PostgreSQL could not start on its files (${message})`)
  const why = isFull() ? 'full' : files.systemError ? 'system' : isOpen ? 'not durable' : 'damaged'
  respond({ kind: 'rejected', reason, why })
  port.close()
}

async function answer(opened: Opened, ask: WorkerRequest): Promise<void> {
  files.systemError = null
  try {
    const results = await run(opened, ask)
    if (files.failure) return breakDown(files.failure.message)
    respond({ kind: 'answered', id: ask.id, answers: results })
    if (ask.kind === 'close') port?.close()
  } catch (error) {
    if (files.failure) return breakDown(files.failure.message)
    if (isFatal(error)) return breakDown(queryErrorFields(error).message)
    respond({ kind: 'failed', id: ask.id, error: { ...queryErrorFields(error), ...(isFull() ? { code: DISK_FULL } : {}) } })
  }
}

async function run({ pglite, statements }: Opened, ask: WorkerRequest): Promise<Answer[]> {
  if (ask.kind === 'query') return [toAnswer(await statements.query(ask.sql, ask.params))]
  if (ask.kind === 'script') return (await statements.runExclusive(() => pglite.exec(ask.sql))).map(toAnswer)
  await statements.runExclusive(() => pglite.close())
  return []
}

function toAnswer({ rows, affectedRows }: Pick<Answer, 'rows'> & Partial<Answer>): Answer {
  return { rows, affectedRows }
}

/** PostgreSQL or its WebAssembly crashed: later answers would be meaningless. */
function isFatal(error: unknown): boolean {
  const severity = queryErrorFields(error).severity
  if (severity === 'FATAL' || severity === 'PANIC') return true
  return error instanceof Error && (error.name === 'RuntimeError' || error.name === 'ExitStatus')
}

function isFull(): boolean {
  return isOutOfSpace(files.systemError ?? files.failure)
}

function breakDown(reason: string): void {
  respond({ kind: 'broken', reason: files.systemError?.message ?? reason, isFull: isFull() })
  port?.close()
}

/** PostgreSQL opens files on first use, so a lost table would cause an error much later. @throws Error that names the file */
async function assertRelationFiles(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ path: string; size: number | null }>(damagedRelations)
  const [damaged] = rows
  if (damaged) throw new Error(`db/${damaged.path} is ${damaged.size === null ? 'missing' : 'empty'}`)
}
