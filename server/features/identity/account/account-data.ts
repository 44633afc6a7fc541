import { setTimeout as wait } from 'node:timers/promises'
import type { Uid } from '#contract/base/ids.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { AfterErasure } from '#server/platform/personal-data.ts'
import { type AccountExportDeps, createAccountExport } from './account-export.ts'
import type { Tombstones } from './tombstones.ts'

const JOB = 'identity.erase'
/** The job finishes a deletion that failed or crashed. */
const JOB_DELAY_SECONDS = 60
const WAIT_MS = 3_000

export type AccountDataDeps = AccountExportDeps & {
  /** How many files of a deleted account are still in the file store. */
  filesPending: (uid: Uid) => Promise<number>
  tombstones: Tombstones
  jobs: Pick<Jobs, 'add' | 'register'>
  log: Log
  /** How long a deletion waits for its steps outside the database. */
  waitMs?: number
}

export type AccountData = ReturnType<typeof createAccountData>

/** Exports or deletes all data of a user. Each feature contributes its own as a `PersonalData`. */
export function createAccountData(deps: AccountDataDeps) {
  const { identity, features, filesPending, tombstones, jobs, log, waitMs = WAIT_MS } = deps
  const { deletion } = identity
  jobs.register<object>({ name: JOB, retries: 50, expireSeconds: 600, run: finishAll })

  async function finishAll(): Promise<void> {
    for (const uid of await deletion.pending()) await finish(uid)
  }

  async function finish(uid: Uid): Promise<void> {
    // The tombstone comes first: from now on a restored backup can't bring the account back.
    await tombstones.add(uid)
    for (const feature of features) await feature.erase?.(uid)
    const after = await deletion.remove(uid, features)
    log.info({ features: features.length }, 'account deleted')
    await runAfterDeletion(after)
  }

  /** Runs the steps outside the database concurrently. A file store or service that does not answer blocks nobody. */
  async function runAfterDeletion(after: readonly AfterErasure[]): Promise<void> {
    const done = after.map((step) => step().catch((err: unknown) => log.warn({ err }, 'step after an account deletion failed')))
    await Promise.race([Promise.all(done), wait(waitMs, undefined, { ref: false })])
  }

  /** Locks the user out at once, then deletes their data. The job retries what fails. */
  async function erase(uid: Uid): Promise<{ filesPending: number }> {
    await deletion.lockOut(uid)
    await jobs.add(JOB, {}, { only: JOB, afterSeconds: JOB_DELAY_SECONDS })
    await finish(uid).catch((err: unknown) => log.error({ err }, 'account deletion incomplete'))
    return { filesPending: await filesPending(uid) }
  }

  return {
    ...createAccountExport(deps),

    /**
     * Deletes the viewer's account and its data. When it resolves, the sign-ins and pictures no longer work.
     * @returns how many files are still to be deleted from the file store
     * @throws AppError 'recent_sign_in_required' when the sign-in is older than 5 minutes
     */
    async delete(viewer: Viewer): Promise<{ filesPending: number }> {
      identity.assertRecent(viewer)
      return erase(viewer.uid)
    },

    /** Deletes an account without its user's request (an operator's command). */
    erase,

    /**
     * Deletes accounts again that came back with a database backup, and continues interrupted deletions.
     * Call it before the first request is served. `resume` retries what fails.
     */
    async reapply(): Promise<void> {
      const hashes = await tombstones.read()
      for (const uid of hashes.length ? await deletion.uidsByHash(hashes) : []) await deletion.lockOut(uid)
      await finishAll().catch((err: unknown) => log.error({ err }, 'pending account deletions incomplete'))
    },

    /** Queues the job for pending deletions. Call it once the jobs run. */
    async resume(): Promise<void> {
      if ((await deletion.pending()).length) await jobs.add(JOB, {}, { only: JOB })
    },
  }
}
