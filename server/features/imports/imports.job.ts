import type { Uid } from '#contract/base/ids.ts'
import type { ImportProblem } from '#contract/imports.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { JobDefinition, Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { ImportFileStore } from './import-file-store.ts'
import { ImportError } from './file.ts'
import type { ReadInThread } from './reader.ts'
import type { ImportChange, ImportsStore } from './imports.store.ts'
import type { ImportRow } from './imports.types.ts'
import { ImportSuperseded, type createImportWriter, type Written } from './import-writer.ts'

const IMPORT_JOB = 'taste.import'
/** A file that crashes the process this often has failed. */
const MAX_ATTEMPTS = 3
const RETRY_SECONDS = 10
/** How often progress is stored and sent. */
const PROGRESS_INTERVAL_MS = 700
/** A running import updates its row this often. */
const HEARTBEAT_MS = 10_000
/** Without a heartbeat for this long, the server of an import has stopped. */
const LOST_AFTER_MS = 60_000

/** This server stops. The import restarts from its parts on another server, or here after the start. */
class ServerStopping extends Error {
  override name = 'LetGo'
}

type ImportJob = { uid: Uid; id: string; attempt: number }

export type ImportJobDeps = {
  store: ImportsStore
  bytes: ImportFileStore
  clock: Clock
  jobs: Pick<Jobs, 'add'>
  write: ReturnType<typeof createImportWriter>
  read: ReadInThread
  /** @throws AppError 'storage_full' when the local disk has no room for this much */
  assertRoom: (bytes: number) => Promise<void>
  /** Sends the state of the import to the user's devices. */
  announce: (row: ImportRow) => Promise<void>
  /** Called after a file was written. */
  onWritten: (written: Written) => Promise<void>
  log: Log
}

/**
 * Reads uploaded files. The database is written only after the whole file was read, so an interrupted attempt leaves nothing and the next
 * one starts from the parts.
 */
export function createImportJob(deps: ImportJobDeps) {
  const { store, bytes, clock } = deps
  const running = new Map<string, AbortController>()
  let isStopping = false

  const job: JobDefinition<ImportJob> = {
    name: IMPORT_JOB,
    retries: 2,
    expireSeconds: 900,
    async run(data) {
      if (isStopping) throw new ServerStopping('the server stops')
      const row = await updateIfCurrent(deps, data, { status: 'reading' })
      if (!row) return
      const stop = new AbortController()
      running.set(row.id, stop)
      const heartbeat = setInterval(() => report(deps, row, stop, {}), HEARTBEAT_MS)
      try {
        await readAndWrite(deps, row, stop)
      } catch (error) {
        await handleError(deps, row, error)
      } finally {
        clearInterval(heartbeat)
        running.delete(row.id)
        await bytes.removeFile(row.id)
      }
    },
  }

  return {
    job,
    add: (row: ImportJob) => addJob(deps, row),
    /** Aborts the read if this process runs it. */
    abort: (id: string): void => running.get(id)?.abort(new ImportSuperseded()),
    /** Starts no more reads and releases the running ones, so another server continues them without a failed attempt. */
    stop(): void {
      isStopping = true
      for (const stop of running.values()) stop.abort(new ServerStopping('the server stops'))
    },
    /**
     * Resumes interrupted imports: those without a recent heartbeat, or with `isOnlyServer` all that this process doesn't read.
     * Only an interrupted read counts as an attempt. A waiting import gets its job again unless it has one.
     */
    async resume({ isOnlyServer }: { isOnlyServer: boolean }): Promise<void> {
      const lostSince = new Date(clock.now().getTime() - LOST_AFTER_MS)
      for (const row of await store.listActive()) {
        if (row.status === 'uploading' || running.has(row.id) || (!isOnlyServer && row.changedAt > lostSince)) continue
        if (row.status === 'reading') await retry(deps, row, 0)
        else await addJob(deps, row)
      }
    },
  }
}

const addJob = ({ jobs }: ImportJobDeps, { uid, id, attempt }: ImportJob, afterSeconds = 0) =>
  jobs.add(IMPORT_JOB, { uid, id, attempt }, { only: `${id}:${attempt}`, ...(afterSeconds > 0 ? { afterSeconds } : {}) })

/** Updates the import if this attempt still reads it. Returns null when it does not. */
async function updateIfCurrent({ store, clock, announce }: ImportJobDeps, job: ImportJob, to: ImportChange): Promise<ImportRow | null> {
  const row = await store.change(job.id, { status: ['waiting', 'reading'], attempt: job.attempt }, to, clock.now())
  if (row) await announce(row)
  return row
}

/** Ends the import and deletes its bytes, unless a newer attempt needs them. */
async function endImport(deps: ImportJobDeps, job: ImportJob, to: ImportChange): Promise<void> {
  if (await updateIfCurrent(deps, job, to)) await deps.bytes.removeAll(job.id)
}

/** Aborts the read when the import was taken by another attempt, or when the database fails. */
const report = (deps: ImportJobDeps, job: ImportJob, stop: AbortController, to: ImportChange) =>
  void updateIfCurrent(deps, job, to).then(
    (left) => left ?? stop.abort(new ImportSuperseded()),
    (error: unknown) => stop.abort(error),
  )

async function readAndWrite(deps: ImportJobDeps, row: ImportRow, stop: AbortController): Promise<void> {
  const { store, bytes, clock, write, read, announce, onWritten, log } = deps
  await deps.assertRoom(row.bytes)
  const { path, hash } = await bytes.assemble(row.id, row.partsReceived)
  if (await store.isRead(row.uid, hash)) return endImport(deps, row, { status: 'repeated' })
  let lastReportMs = performance.now()
  const result = await read({
    path,
    now: clock.now().getTime(),
    signal: stop.signal,
    onSource: (source) => report(deps, row, stop, { source }),
    onProgress: (progress) => {
      const now = performance.now()
      if (now - lastReportMs < PROGRESS_INTERVAL_MS) return
      lastReportMs = now
      report(deps, row, stop, { progress })
    },
  })
  const written = await write(row, result, hash, clock.now())
  await announce(written.imported)
  for (const { source, plays, items } of result.sources) log.info({ uid: row.uid, source, plays, items: items.length }, 'import finished')
  await bytes.removeAll(row.id)
  await onWritten(written)
}

async function handleError(deps: ImportJobDeps, row: ImportRow, error: unknown): Promise<void> {
  if (error instanceof ImportSuperseded) return
  if (error instanceof ServerStopping) {
    await updateIfCurrent(deps, row, { status: 'waiting', progress: 0 })
    // The job counts as failed, so another server retries it.
    throw error
  }
  if (error instanceof ImportError) {
    deps.log.info({ uid: row.uid, problem: error.problem, reason: error.message }, 'import rejected')
    return endImport(deps, row, failedWith(error.problem))
  }
  deps.log.warn({ err: error, uid: row.uid, attempt: row.attempt }, 'import interrupted')
  await retry(deps, row, RETRY_SECONDS)
}

/** Starts the next attempt; the import fails after the last one. */
async function retry(deps: ImportJobDeps, row: ImportRow, afterSeconds: number): Promise<void> {
  if (row.attempt >= MAX_ATTEMPTS) return endImport(deps, row, failedWith('import_failed'))
  const next = await updateIfCurrent(deps, row, { status: 'waiting', attempt: row.attempt + 1, progress: 0 })
  if (next) await addJob(deps, next, afterSeconds)
}

const failedWith = (problem: ImportProblem): ImportChange => ({ status: 'failed', problem })
