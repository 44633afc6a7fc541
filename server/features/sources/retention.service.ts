import type { Uid } from '#contract/base/ids.ts'
import { type SyncedSource, syncedSources } from '#contract/taste/taste.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { DAY_MS } from '#server/platform/local-day.ts'
import { NOTICE_DAYS, refreshesPerRun, retentionRules } from './retention.rules.ts'
import { createRetentionStore } from './retention.store.ts'
import { createSourcesStore } from './sources.store.ts'
import type { SourceKey, SourceProviders } from './sources.types.ts'
import type { SyncDeps } from './sync.service.ts'

const RETENTION_JOB = 'taste.upkeep'
const INTERVAL_MS = 6 * 3_600_000
/** Accounts whose latest sync failed, of one source in one run, the oldest first. */
const MAX_RETRIES_PER_RUN = 2_000
const OAUTH_STATE_TTL_MS = 3_600_000

export type RetentionDeps = Pick<SyncDeps, 'db' | 'clock' | 'announce' | 'onTasteChanged' | 'events' | 'log'> & {
  jobs: Pick<Jobs, 'add' | 'register'>
  providers: SourceProviders
  start: (uid: Uid, source: SyncedSource) => Promise<unknown>
  /** Other tasks of a run. */
  otherTasks: readonly (() => Promise<unknown>)[]
}

/** Enforces the providers' retention limits: refresh or delete in time. */
export function createRetention(deps: RetentionDeps) {
  const { db, clock, jobs, providers, start, announce, onTasteChanged, events, otherTasks: also, log } = deps
  const store = createRetentionStore(db)
  const sources = createSourcesStore(db)
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)

  async function announceSource(key: SourceKey): Promise<void> {
    const row = await sources.find(key)
    if (row) announce(row)
  }

  async function endAuthorizations(source: SyncedSource, days: number): Promise<void> {
    for (const row of await store.listAuthorizedBefore(source, daysAgo(days))) {
      await store.endAuthorization(row, clock.now())
      await announceSource(row)
      if (row.rejectedSince === null && row.syncedAt !== null) events.publish({ kind: 'source.stopped', by: row.uid, source })
    }
  }

  async function deleteExpired(source: SyncedSource): Promise<void> {
    const { deleteAfter, deleteAfterRejection } = retentionRules[source]
    for (const row of await store.listExpired(source, daysAgo(deleteAfter), daysAgo(deleteAfterRejection))) {
      await store.deleteRows(row)
      log.info({ uid: row.uid, source }, 'data past its retention limit deleted')
      await onTasteChanged(row.uid)
      await announceSource(row)
    }
  }

  async function refreshOld(source: SyncedSource): Promise<void> {
    if (!providers[source]) return
    const working = { before: daysAgo(retentionRules[source].refreshAfter), hasFailed: false }
    const [due, syncing] = await Promise.all([store.countDueForSync(source, working), store.countSyncing(source)])
    for (const { uid } of await store.listDueForSync(source, working, refreshesPerRun({ due, syncing }))) await start(uid, source)
  }

  /** Only every six hours, so that they don't delay working accounts. */
  async function retryFailed(source: SyncedSource): Promise<void> {
    if (!providers[source]) return
    const failed = { before: daysAgo(retentionRules[source].refreshAfter), hasFailed: true }
    for (const { uid } of await store.listDueForSync(source, failed, MAX_RETRIES_PER_RUN)) await start(uid, source)
  }

  /** After a downtime, accounts are synced first. Each source is found in several runs; a repeated notice has no effect. */
  async function publishStopped(source: SyncedSource): Promise<void> {
    const { deleteAfter } = retentionRules[source]
    const time = { from: daysAgo(deleteAfter), until: daysAgo(deleteAfter - NOTICE_DAYS) }
    for (const { uid } of await store.listOverdue(source, { ...time, isOffered: Boolean(providers[source]) }))
      events.publish({ kind: 'source.stopped', by: uid, source })
  }

  async function runOnce(): Promise<void> {
    for (const source of syncedSources) {
      const { authorizationEnds } = retentionRules[source]
      if (authorizationEnds !== null) await endAuthorizations(source, authorizationEnds)
      await deleteExpired(source)
      await publishStopped(source)
      await refreshOld(source)
      await retryFailed(source)
    }
    await store.deletePendingAuthorizations(new Date(clock.now().getTime() - OAUTH_STATE_TTL_MS))
    await store.deleteUnusedItems(daysAgo(1))
    for (const act of also) await act()
  }

  async function scheduleNext(): Promise<void> {
    const nowMs = clock.now().getTime()
    const next = Math.floor(nowMs / INTERVAL_MS) + 1
    await jobs.add(RETENTION_JOB, {}, { only: `round ${next}`, afterSeconds: Math.ceil((next * INTERVAL_MS - nowMs) / 1_000) })
  }

  jobs.register({
    name: RETENTION_JOB,
    retries: 2,
    expireSeconds: 1_800,
    async run() {
      // Scheduled first, so that a failed run is not the last.
      await scheduleNext()
      await runOnce()
    },
  })

  return {
    round: runOnce,
    /** Starts syncs that are due; for a job that runs more often than this one. */
    async refresh(): Promise<void> {
      for (const source of syncedSources) await refreshOld(source)
    },
    /** Schedules the next run. Its name contains its time, so several servers schedule it once. */
    scheduleNext,
    /** Runs at once after a downtime. Call once after the jobs have started. */
    async resume(): Promise<void> {
      await jobs.add(RETENTION_JOB, {}, { only: `round at start ${Math.floor(clock.now().getTime() / INTERVAL_MS)}` })
    },
  }
}
