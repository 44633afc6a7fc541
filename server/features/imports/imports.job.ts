import type { Uid } from '#contract/base/ids.ts'
import type { ImportProblem } from '#contract/imports.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { JobDefinition, Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { ImportBytes } from './bytes.ts'
import { ImportRefusal } from './file.ts'
import type { ReadInThread } from './reader.ts'
import type { ImportChange, ImportsStore } from './imports.store.ts'
import type { ImportRow } from './imports.types.ts'
import { Overtaken, type createImportWriter, type Written } from './import-writer.ts'

const IMPORT_JOB = 'taste.import'
/** A file that takes the process down with it each time is given up. */
const ATTEMPTS = 3
const TRY_AGAIN_SECONDS = 10
/** How often progress is written and told. */
const TELL_EVERY_MS = 700
/** Whoever reads a file says so this often, also while nothing of it moves on. */
const BEAT_MS = 10_000
/** Of an import that somebody reads something is heard six times as often; after this long its server is gone. */
const SILENT_MS = 60_000

/** This server stops: the import goes on from its parts elsewhere, or here after the start. */
class LetGo extends Error {
  override name = 'LetGo'
}

type ImportJob = { uid: Uid; id: string; attempt: number }

export type ImportJobDeps = {
  store: ImportsStore
  bytes: ImportBytes
  clock: Clock
  jobs: Pick<Jobs, 'add'>
  write: ReturnType<typeof createImportWriter>
  read: ReadInThread
  /** Tells the person's devices how the import stands. */
  announce: (row: ImportRow) => void
  /** What follows when a file became taste. */
  onWritten: (written: Written) => Promise<void>
  log: Log
}

/**
 * Reads files that have arrived. Nothing is written before all of a file was understood, so an attempt that a restart cuts
 * off leaves nothing behind, and the next one begins again from the parts.
 */
export function createImportJob({ store, bytes, clock, jobs, write, read, announce, onWritten, log }: ImportJobDeps) {
  const running = new Map<string, AbortController>()
  let isStopping = false

  const add = ({ uid, id, attempt }: ImportJob, afterSeconds = 0) =>
    jobs.add(IMPORT_JOB, { uid, id, attempt }, { only: `${id}:${attempt}`, ...(afterSeconds > 0 ? { afterSeconds } : {}) })

  /** Changes the import while this attempt still is the one that reads it; null when it is not. */
  async function change(job: ImportJob, to: ImportChange): Promise<ImportRow | null> {
    const row = await store.change(job.id, { status: ['waiting', 'reading'], attempt: job.attempt }, to, clock.now())
    if (row) announce(row)
    return row
  }

  /** Ends it and removes its bytes, unless another attempt needs them by now. */
  async function end(job: ImportJob, to: ImportChange): Promise<void> {
    if (await change(job, to)) await bytes.removeAll(job.id)
  }

  /** Whoever finds that the import was taken away ends the reading; an error of the database ends it as well. */
  const tell = (job: ImportJob, stop: AbortController, to: ImportChange) =>
    void change(job, to).then(
      (left) => left ?? stop.abort(new Overtaken()),
      (error: unknown) => stop.abort(error),
    )

  async function readAndWrite(row: ImportRow, stop: AbortController): Promise<void> {
    const { path, hash } = await bytes.assemble(row.id, row.partsReceived)
    if (await store.isRead(row.uid, hash)) return end(row, { status: 'repeated' })
    let told = performance.now()
    const result = await read({
      path,
      now: clock.now().getTime(),
      signal: stop.signal,
      onSource: (source) => tell(row, stop, { source }),
      onProgress: (progress) => {
        const now = performance.now()
        if (now - told < TELL_EVERY_MS) return
        told = now
        tell(row, stop, { progress })
      },
    })
    const written = await write(row, result, hash, clock.now())
    announce(written.imported)
    log.info({ uid: row.uid, source: result.source, plays: result.plays, things: result.items.length }, 'a file was read')
    await bytes.removeAll(row.id)
    await onWritten(written)
  }

  async function handle(row: ImportRow, error: unknown): Promise<void> {
    if (error instanceof Overtaken) return
    if (error instanceof LetGo) {
      await change(row, { status: 'waiting', progress: 0 })
      // The job counts as failed and is tried again, by the next server that looks.
      throw error
    }
    if (error instanceof ImportRefusal) {
      log.info({ uid: row.uid, problem: error.problem, reason: error.message }, 'a file was refused')
      return end(row, failedWith(error.problem))
    }
    log.warn({ err: error, uid: row.uid, attempt: row.attempt }, 'reading a file broke off')
    await again(row, TRY_AGAIN_SECONDS)
  }

  /** The next attempt, in place of whoever reads it now; after the last one it has failed. */
  async function again(row: ImportRow, afterSeconds: number): Promise<void> {
    if (row.attempt >= ATTEMPTS) return end(row, failedWith('import_failed'))
    const next = await change(row, { status: 'waiting', attempt: row.attempt + 1, progress: 0 })
    if (next) await add(next, afterSeconds)
  }

  const job: JobDefinition<ImportJob> = {
    name: IMPORT_JOB,
    retries: 2,
    expireSeconds: 900,
    async run(data) {
      if (isStopping) throw new LetGo('the server stops')
      const row = await change(data, { status: 'reading' })
      if (!row) return
      const stop = new AbortController()
      running.set(row.id, stop)
      const beat = setInterval(() => tell(row, stop, {}), BEAT_MS)
      try {
        await readAndWrite(row, stop)
      } catch (error) {
        await handle(row, error)
      } finally {
        clearInterval(beat)
        running.delete(row.id)
        await bytes.removeFile(row.id)
      }
    },
  }

  return {
    job,
    add,
    /** Ends the reading if this process does it. */
    abort: (id: string): void => running.get(id)?.abort(new Overtaken()),
    /** Begins no more, and lets go of what this process reads, so that it goes on elsewhere at once and is no failed attempt. */
    letGo(): void {
      isStopping = true
      for (const stop of running.values()) stop.abort(new LetGo('the server stops'))
    },
    /**
     * Goes on with imports that a crash cut off: those of which nothing was heard for long, or with `isAlone`, when no other
     * server can be at work on them, all that this one doesn't read. Only a reading that broke off counts as an attempt. One
     * that waits merely gets its job again, which is not added while there is one.
     */
    async takeUp({ isAlone }: { isAlone: boolean }): Promise<void> {
      const silentSince = new Date(clock.now().getTime() - SILENT_MS)
      for (const row of await store.underWay()) {
        if (row.status === 'uploading' || running.has(row.id) || (!isAlone && row.changedAt > silentSince)) continue
        if (row.status === 'reading') await again(row, 0)
        else await add(row)
      }
    },
  }
}

const failedWith = (problem: ImportProblem): ImportChange => ({ status: 'failed', problem })
