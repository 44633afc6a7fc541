import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { type FileDeletion, type FileDeletionStatus, fileDeletionsStore } from './file-deletions.store.ts'
import { deleteFolder, type Files, isNeverUsed } from './uploads.files.ts'

const JOB_NAME = 'uploads.delete-files'
/** With pauses from 2 s to 5 minutes, about four hours. After that, the upkeep retries every six hours. */
const RETRIES = 50
const EXPIRE_SECONDS = 600
const CHUNK_SIZE = 200
/** After this many failures in a row, the store counts as down, and the rest waits for the next attempt. */
const FAILURES_IN_A_ROW = 3
/** From this attempt on, an error is logged. */
const FAILING_AFTER = 5
/** The job runs after this delay, in case the immediate attempt is interrupted. */
const TAKE_OVER_SECONDS = 10

export type FileDeletionsOptions = { db: Db; files: Files; clock: Clock; jobs: Pick<Jobs, 'add' | 'register'>; log: Log }

export type FileDeletions = ReturnType<typeof createFileDeletions>

/**
 * Deletes files from the file store, even when it is down: a table lists pending deletions, and a job retries with growing
 * pauses. Rows are added in the transaction that deletes the files' owner (`fileDeletionsStore(tx)`).
 */
export function createFileDeletions({ db, files, clock, jobs, log }: FileDeletionsOptions) {
  const store = fileDeletionsStore(db)
  jobs.register({
    name: JOB_NAME,
    retries: RETRIES,
    expireSeconds: EXPIRE_SECONDS,
    run: async () => {
      if (!(await deletePending())) throw new Error('files are still to be deleted')
    },
  })

  const soon = (afterSeconds = 0): Promise<void> => jobs.add(JOB_NAME, {}, { only: JOB_NAME, afterSeconds })

  async function deleteOne({ path, isFolder, files: count, owner, attempts }: FileDeletion): Promise<void> {
    // The entry stays for a server that reaches the files. The folder of an import may never have had any, so it does not stay forever.
    const mayBeEmpty = isFolder && owner === null && attempts + 1 >= FAILING_AFTER
    if (count > 0 && !mayBeEmpty && isNeverUsed(files))
      throw new Error('the data folder has no files: they are in a bucket (see S3_BUCKET) or in another data folder')
    if (isFolder) await deleteFolder(files, path)
    else await files.delete(path)
    await store.remove(path)
  }

  /** Tries each of these once. Resolves to false when some remain. */
  async function attempt(entries: readonly FileDeletion[]): Promise<boolean> {
    const failed: FileDeletion[] = []
    let failuresInARow = 0
    let reason: unknown
    for (const entry of entries) {
      if (failuresInARow < FAILURES_IN_A_ROW) {
        try {
          await deleteOne(entry)
          failuresInARow = 0
          continue
        } catch (err) {
          reason = err
          failuresInARow++
        }
      }
      failed.push(entry)
    }
    if (failed.length === 0) return true
    await store.countAttempt(failed.map(({ path }) => path))
    if (failed.some(({ attempts }) => attempts + 1 === FAILING_AFTER)) await report(reason)
    else log.warn({ err: reason, entries: failed.length }, 'files could not be deleted and will be tried again')
    return false
  }

  async function report(err?: unknown): Promise<void> {
    const status = await store.status(FAILING_AFTER)
    if (status.failing === 0) return
    log.error({ ...(err === undefined ? {} : { err }), ...status }, 'files remain in the file store after several attempts to delete them')
  }

  async function deletePending(): Promise<boolean> {
    for (;;) {
      const entries = await store.next(CHUNK_SIZE)
      if (!(await attempt(entries))) return false
      if (entries.length < CHUNK_SIZE) return true
    }
  }

  return {
    /** Schedules all pending deletions, even after a crash. */
    soon,

    /** Schedules the deletion of a folder. It succeeds while the file store is down. */
    async deleteFolder(path: string): Promise<void> {
      await store.addFolder({ path, files: 1, owner: null, now: clock.now() })
      await soon()
    },

    /** Queues a folder of an account that is being deleted, within `tx`; `deleteOf` follows after the commit. */
    queueFolder: (tx: Db, folder: { path: string; files: number; owner: Uid }): Promise<void> =>
      fileDeletionsStore(tx).addFolder({ ...folder, now: clock.now() }),

    /** Deletes the files of a deleted account now. The job retries failures. */
    async deleteOf(owner: Uid): Promise<void> {
      await soon(TAKE_OVER_SECONDS)
      await attempt(await store.listByOwner(owner))
    },

    /** The number of a deleted account's files that are queued. */
    pendingOf: (owner: Uid): Promise<number> => store.pendingOf(owner),

    status: (): Promise<FileDeletionStatus> => store.status(FAILING_AFTER),

    /** Tries all deletions once, logs those that keep failing, and leaves the rest to the job. */
    async retryAll(): Promise<void> {
      if (await deletePending()) return
      await report()
      await soon()
    },

    /** Continues interrupted deletions. Call once the jobs run. */
    async resume(): Promise<void> {
      if ((await store.next(1)).length > 0) await soon()
    },
  }
}
