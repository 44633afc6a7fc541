import type { Uid } from '#contract/base/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { type FileDeletion, type FileDeletionStatus, fileDeletionsStore } from './file-deletions.store.ts'
import { deleteFolder, type Files } from './uploads.files.ts'

const JOB = 'uploads.delete-files'
/** With pauses that grow from 2 s to 5 minutes these last about four hours; after that the upkeep tries every six hours. */
const RETRIES = 50
const EXPIRE_SECONDS = 600
const CHUNK = 200
/** After this many failures in a row the store itself is taken to be away, and the rest waits for the next attempt. */
const FAILURES_IN_A_ROW = 3
/** From this attempt on the operator is told. */
const FAILING_AFTER = 5
/** The job takes over from the attempt that follows a deletion at once, if that one is cut off. */
const TAKE_OVER_SECONDS = 10

export type FileDeletionsOptions = { db: Db; files: Files; clock: Clock; jobs: Pick<Jobs, 'add' | 'register'>; log: Log }

export type FileDeletions = ReturnType<typeof createFileDeletions>

/**
 * Deletes files from the file store, whatever state it is in: a table holds what is still to be deleted, and a job retries with
 * growing pauses. Rows are added in the transaction that deletes what the files belonged to (`fileDeletionsStore(tx)`).
 */
export function createFileDeletions({ db, files, clock, jobs, log }: FileDeletionsOptions) {
  const store = fileDeletionsStore(db)
  jobs.register({
    name: JOB,
    retries: RETRIES,
    expireSeconds: EXPIRE_SECONDS,
    run: async () => {
      if (!(await deleteWaiting())) throw new Error('files are still to be deleted')
    },
  })

  const soon = (afterSeconds = 0): Promise<void> => jobs.add(JOB, {}, { only: JOB, afterSeconds })

  async function deleteOne({ path, isFolder }: FileDeletion): Promise<void> {
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

  async function deleteWaiting(): Promise<boolean> {
    for (;;) {
      const entries = await store.next(CHUNK)
      if (!(await attempt(entries))) return false
      if (entries.length < CHUNK) return true
    }
  }

  return {
    /** Has everything that waits deleted soon, also after a crash. */
    soon,

    /** Has a folder deleted soon. Never fails because of the file store. */
    async deleteFolder(path: string): Promise<void> {
      await store.addFolder({ path, files: 1, owner: null, now: clock.now() })
      await soon()
    },

    /** Queues a folder of an account that is being deleted, within `tx`; `deleteOf` follows after the commit. */
    queueFolder: (tx: Db, folder: { path: string; files: number; owner: Uid }): Promise<void> =>
      fileDeletionsStore(tx).addFolder({ ...folder, now: clock.now() }),

    /** Deletes the files of a deleted account now; what can't be deleted is left to the job. */
    async deleteOf(owner: Uid): Promise<void> {
      await soon(TAKE_OVER_SECONDS)
      await attempt(await store.ofOwner(owner))
    },

    /** How many files of a deleted account are queued. */
    pendingOf: (owner: Uid): Promise<number> => store.pendingOf(owner),

    /** What is still to be deleted. */
    status: (): Promise<FileDeletionStatus> => store.status(FAILING_AFTER),

    /** Tries everything once, reminds the operator of what keeps failing, and leaves the rest to the job. */
    async retryAll(): Promise<void> {
      if (await deleteWaiting()) return
      await report()
      await soon()
    },

    /** Goes on with what a stop or a crash has interrupted. Call once the jobs run. */
    async resume(): Promise<void> {
      if ((await store.next(1)).length > 0) await soon()
    },
  }
}
