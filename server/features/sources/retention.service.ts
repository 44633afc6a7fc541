import type { Uid } from '#contract/base/ids.ts'
import { syncedSource, type SyncedSource } from '#contract/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { retentionRules } from './retention.rules.ts'
import { createRetentionStore } from './retention.store.ts'
import { createSourcesStore } from './sources.store.ts'
import type { SourceKey, SourceProviders, SourceRow, TasteChanged } from './sources.types.ts'

const UPKEEP_JOB = 'taste.upkeep'
const EVERY_MS = 6 * 3_600_000
const DAY_MS = 86_400_000
/** Readings begun in one round; the rest waits for the next, the oldest first. */
const READINGS_A_ROUND = 200
const STATE_KEPT_MS = 3_600_000

export type RetentionDeps = {
  db: Db
  clock: Clock
  jobs: Pick<Jobs, 'add' | 'register'>
  providers: SourceProviders
  /** Begins a reading. */
  start: (uid: Uid, source: SyncedSource) => Promise<unknown>
  announce: (row: SourceRow) => void
  onTasteChanged: TasteChanged
  /** What else is done in a round. */
  also: readonly (() => Promise<unknown>)[]
  log: Log
}

/** Keeps what providers told inside the times of their policies: read again in time, or deleted. */
export function createRetention({ db, clock, jobs, providers, start, announce, onTasteChanged, also, log }: RetentionDeps) {
  const store = createRetentionStore(db)
  const sources = createSourcesStore(db)
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)

  async function tell(key: SourceKey): Promise<void> {
    const row = await sources.find(key)
    if (row) announce(row)
  }

  async function endAuthorisations(source: SyncedSource, days: number): Promise<void> {
    for (const row of await store.authorisedBefore(source, daysAgo(days))) {
      await store.endAuthorisation(row, clock.now())
      await tell(row)
    }
  }

  async function deleteOld(source: SyncedSource): Promise<void> {
    const { deleteAfter, deleteAfterRefusal } = retentionRules[source]
    for (const row of await store.tooOld(source, daysAgo(deleteAfter), daysAgo(deleteAfterRefusal))) {
      await store.empty(row)
      log.info({ uid: row.uid, source }, 'what could not be read again in time was deleted')
      await onTasteChanged(row.uid)
      await tell(row)
    }
  }

  async function readAgain(source: SyncedSource): Promise<void> {
    if (!providers[source]) return
    for (const { uid } of await store.dueForReading(source, daysAgo(retentionRules[source].refreshAfter), READINGS_A_ROUND))
      await start(uid, source)
  }

  async function round(): Promise<void> {
    for (const source of syncedSource.options) {
      const { authorisationEnds } = retentionRules[source]
      if (authorisationEnds !== null) await endAuthorisations(source, authorisationEnds)
      await deleteOld(source)
      await readAgain(source)
    }
    await store.removeBegunAuthorisations(new Date(clock.now().getTime() - STATE_KEPT_MS))
    await store.removeUnheldItems(daysAgo(1))
    for (const act of also) await act()
  }

  async function plan(): Promise<void> {
    const nowMs = clock.now().getTime()
    const next = Math.floor(nowMs / EVERY_MS) + 1
    await jobs.add(UPKEEP_JOB, {}, { only: `round ${next}`, afterSeconds: Math.ceil((next * EVERY_MS - nowMs) / 1_000) })
  }

  jobs.register({
    name: UPKEEP_JOB,
    retries: 2,
    expireSeconds: 1_800,
    async run() {
      // First the next round: a failing one must not be the last.
      await plan()
      await round()
    },
  })

  return {
    /** One round, now. */
    round,
    /** Plans the next round; each names its own time, so that however many servers start, there is one. */
    plan,
    /** What a stop of days has left undone: a round at once. Call once after the jobs have started. */
    async resume(): Promise<void> {
      await jobs.add(UPKEEP_JOB, {}, { only: `round at start ${Math.floor(clock.now().getTime() / EVERY_MS)}` })
    },
  }
}
