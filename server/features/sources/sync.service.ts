import type { ProviderPage } from '#server/providers/provider.ts'
import { createPlaysStore } from './plays.ts'
import { keptUntil } from './retention.rules.ts'
import { playedRows, playsByItem, type FindSourceReader, type SourceReader } from './source-reader.ts'
import { type SourceRow, isSynced, type ItemResolver, type TasteChanged } from './sources.types.ts'
import { initialPosition, mergeRows, nextList, positionAfterPage, progressOf } from './sync.plan.ts'
import { createSyncStore } from './sync.store.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { SyncedSource } from '#contract/taste/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { DomainEvents } from '#server/platform/domain-events.ts'
import type { JobDefinition, Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { createSourcesStore, type SyncState } from './sources.store.ts'

const SYNC_JOB = 'taste.sync'
/** Most of a sync is waiting for the provider, whose limits count all requests of the application. */
const SYNCS_AT_ONCE = 4

/** Delays after consecutive failures. After the last one the sync has failed. */
const RETRY_DELAYS_SECONDS = [5, 30, 120, 600]
/** How long a used-up quota pauses a sync when the provider names no time. */
const QUOTA_WAIT_SECONDS = 6 * 3_600

/** From this long on, a pause is shown with the time at which the sync continues. */
const LONG_PAUSE_SECONDS = 15 * 60

/** Errors that only the user can resolve. */
export const accountErrors = new Set<ProviderError['kind']>([
  'reconnect',
  'unknown',
  'private',
  'not_allowed',
  'no_channel',
  'account_closed',
])

/** Reindexing a user costs more than writing a page, so matching is notified at most this often. */
const NOTIFY_INTERVAL_MS = 1_000

/** One run of the job: reads from the stored position until the sync is done or has to wait. */
type SyncJob = { uid: Uid; source: SyncedSource; run: string; step: number; isUrgent?: boolean }
type SyncingRow = SourceRow & { position: NonNullable<SourceRow['position']> }

export type SyncDeps = {
  db: Db
  clock: Clock
  newId: () => string
  jobs: Pick<Jobs, 'add'>
  findReader: FindSourceReader
  media: ItemResolver
  onTasteChanged: TasteChanged
  /** Sends the new state of the source to its owner's devices. */
  announce: (row: SourceRow) => void
  events: Pick<DomainEvents, 'publish'>
  log: Log
}

/** `lastNotifiedMs`: when matching was last notified, for each user with a running sync. */
type Context = SyncDeps & { lastNotifiedMs: Map<Uid, number> }

/**
 * Reads connected accounts page by page. All progress is stored: after a crash, a delay or a restart the next job resumes
 * after the last written page. A job whose source was disconnected or restarted stops inside its next page's transaction.
 */
export function createSync(deps: SyncDeps) {
  const context: Context = { ...deps, lastNotifiedMs: new Map() }
  const job: JobDefinition<SyncJob> = {
    name: SYNC_JOB,
    retries: 3,
    expireSeconds: 900,
    concurrency: SYNCS_AT_ONCE,
    async run(data) {
      const reader = context.findReader(data.source)
      if (reader) await readPages(context, data, reader)
    },
  }
  return {
    job,

    /** Starts a scheduled sync, or returns the running one. Returns null when the source is not connected. */
    start: (uid: Uid, source: SyncedSource): Promise<SourceRow | null> => start(context, uid, source, { isUrgent: false }),

    /** Like `start`, but runs before scheduled syncs because a user is waiting. */
    startNow: (uid: Uid, source: SyncedSource): Promise<SourceRow | null> => start(context, uid, source, { isUrgent: true }),

    /** Resumes every sync that a crash interrupted. Call once after the jobs have started. */
    resume: (): Promise<void> => resume(context),
  }
}

async function start(
  { db, newId, jobs, findReader, announce }: Context,
  uid: Uid,
  source: SyncedSource,
  { isUrgent }: { isUrgent: boolean },
): Promise<SourceRow | null> {
  const key = { uid, source }
  const lists = findReader(source)?.lists ?? []
  const started = await db.transaction().execute(async (tx) => {
    const store = createSourcesStore(tx)
    const row = await store.lock(key)
    if (!row) return null
    if (row.status === 'syncing' && row.position) return row
    const position = initialPosition(newId(), lists, await createSyncStore(tx).listItemIds(key))
    return store.saveSync(row, { status: 'syncing', position, progress: progressOf(position), error: null })
  })
  if (!started?.position) return null
  await addJob(jobs, { uid, source, run: started.position.run, step: started.position.step, isUrgent })
  announce(started)
  return started
}

/**
 * An interrupted job may count as running until it expires and would block another one of its name. So each sync gets a
 * new step; the old job stops at its next page, even when it still runs in another process.
 */
async function resume(context: Context): Promise<void> {
  const { db, clock, jobs } = context
  for (const { uid, source, position } of await createSourcesStore(db).listSyncing()) {
    if (!isSynced(source) || !position) continue
    const interrupted = { uid, source, run: position.run, step: position.step }
    const seconds = position.waitsUntil ? (Date.parse(position.waitsUntil) - clock.now().getTime()) / 1_000 : 0
    const step = interrupted.step + 1
    const resumed = await updateIfCurrent(context, interrupted, async (row) => {
      return { status: 'syncing', position: { ...row.position, step }, progress: row.progress, error: null }
    })
    if (resumed) await addJob(jobs, { ...interrupted, step }, Math.max(0, Math.ceil(seconds)))
  }
}

async function readPages(context: Context, job: SyncJob, reader: SourceReader): Promise<void> {
  let row = await createSourcesStore(context.db).find(job)
  while (row?.position && row.position.run === job.run && row.position.step === job.step) {
    const { position } = row
    const list = nextList(position)
    if (!list) return finish(context, job)
    try {
      const page = await reader.page(row, list.name, list.from)
      row = await writePage(context, job, list.name, page)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return handleError(context, job, position.failures, error)
    }
  }
}

async function writePage(context: Context, job: SyncJob, list: string, page: ProviderPage): Promise<SourceRow | null> {
  const played = playedRows(page.plays ?? [])
  const resolved = await context.media.resolve([...page.rows, ...played.map(({ row }) => row)])
  const items = resolved.slice(0, page.rows.length)
  const rows = page.rows.flatMap((row, index) => {
    const itemId = items[index]
    return itemId === undefined ? [] : [{ ...row, itemId }]
  })
  const plays = playsByItem(played, resolved.slice(page.rows.length))
  const updated = await updateIfCurrent(context, job, async (row, tx) => {
    const store = createSyncStore(tx)
    await createPlaysStore(tx).merge(row, plays)
    await store.write(row, mergeRows(rows, await store.findRows(row, items), new Set(row.position.stale)))
    const position = positionAfterPage(row.position, list, page, items)
    return { status: 'syncing', position, progress: progressOf(position), error: null, counts: await store.counts(row) }
  })
  // After the last page, `finish` notifies.
  if (updated?.position && nextList(updated.position) && rows.length > 0) await notifyTasteChanged(context, job.uid)
  return updated
}

async function notifyTasteChanged({ clock, lastNotifiedMs, onTasteChanged }: Context, uid: Uid): Promise<void> {
  const nowMs = clock.now().getTime()
  if (nowMs - (lastNotifiedMs.get(uid) ?? Number.NEGATIVE_INFINITY) < NOTIFY_INTERVAL_MS) return
  lastNotifiedMs.set(uid, nowMs)
  await onTasteChanged(uid)
}

async function finish(context: Context, job: SyncJob): Promise<void> {
  const { clock, log, lastNotifiedMs, onTasteChanged, announce, events } = context
  let wasStopped = false
  const done = await updateIfCurrent(context, job, async (row, tx) => {
    const store = createSyncStore(tx)
    wasStopped = keptUntil(row, clock.now()) !== null
    await store.remove(row, row.position.stale)
    await store.updateRanks(row)
    const counts = await store.counts(row)
    return { status: 'connected', position: null, progress: null, error: null, counts, syncedAt: clock.now(), rejectedSince: null }
  })
  if (!done) return
  log.info({ uid: job.uid, source: job.source, ...done.counts }, 'account sync finished')
  if (wasStopped) events.publish({ kind: 'source.resumed', by: job.uid, source: job.source })
  lastNotifiedMs.delete(job.uid)
  await onTasteChanged(job.uid)
  // Announced again: a client that loaded its ranking after the first announcement may have the old one.
  announce(done)
}

async function handleError(context: Context, job: SyncJob, failures: number, error: ProviderError): Promise<void> {
  const { uid, source } = job
  context.log.warn({ uid, source, kind: error.kind, reason: error.message, ...error.logFields }, 'account sync interrupted')
  if (accountErrors.has(error.kind)) return stop(context, job, error.kind === 'reconnect' ? 'reconnect' : 'failed', error)
  if (error.kind === 'wait') return pause(context, job, error, error.retryAfterSeconds)
  if (error.kind === 'quota') return pause(context, job, error, error.retryAfterSeconds || QUOTA_WAIT_SECONDS)
  const seconds = RETRY_DELAYS_SECONDS[failures]
  return seconds === undefined ? stop(context, job, 'failed', error) : pause(context, job, error, seconds)
}

/** Preserves the position and schedules the next step. */
async function pause(context: Context, job: SyncJob, error: ProviderError, seconds: number): Promise<void> {
  const { clock, jobs } = context
  const isLong = error.kind === 'quota' || seconds >= LONG_PAUSE_SECONDS
  const step = job.step + 1
  const paused = await updateIfCurrent(context, job, async (row) => {
    const isFailure = error.kind === 'unavailable' || error.kind === 'malformed'
    const waitsUntil = new Date(clock.now().getTime() + seconds * 1_000).toISOString()
    const position = { ...row.position, step, failures: row.position.failures + (isFailure ? 1 : 0), waitsUntil }
    // A pause of hours isn't shown as "syncing": a source that was synced before stays connected.
    const status = !isLong ? 'syncing' : row.syncedAt ? 'connected' : 'failed'
    return { status, position, progress: isLong ? null : row.progress, error: error.kind }
  })
  if (paused) await addJob(jobs, { ...job, step }, seconds)
}

/** An error that only the user can resolve starts the retention period of the data (retention.rules.ts). */
async function stop(context: Context, job: SyncJob, status: 'reconnect' | 'failed', error: ProviderError): Promise<void> {
  const isRejected = accountErrors.has(error.kind)
  let isFirst = false
  const stopped = await updateIfCurrent(context, job, async (row) => {
    isFirst = isRejected && row.rejectedSince === null && row.syncedAt !== null
    const rejected = isRejected ? { rejectedSince: row.rejectedSince ?? context.clock.now() } : {}
    return { status, position: null, progress: null, error: error.kind, ...rejected }
  })
  if (stopped && isFirst) context.events.publish({ kind: 'source.stopped', by: job.uid, source: job.source })
}

/** Updates the source in a transaction if this job is still the current one. Returns null when it is not. */
async function updateIfCurrent(
  { db, announce }: Context,
  job: SyncJob,
  next: (row: SyncingRow, tx: Db) => Promise<SyncState>,
): Promise<SourceRow | null> {
  const updated = await db.transaction().execute(async (tx) => {
    const store = createSourcesStore(tx)
    const row = await store.lock({ uid: job.uid, source: job.source })
    if (!row?.position || row.position.run !== job.run || row.position.step !== job.step) return null
    return store.saveSync(row, await next({ ...row, position: row.position }, tx))
  })
  if (updated) announce(updated)
  return updated
}

function addJob(jobs: Pick<Jobs, 'add'>, job: SyncJob, afterSeconds = 0): Promise<void> {
  const { uid, source, run, step, isUrgent = false } = job
  const only = `${uid}:${source}:${run}:${step}`
  return jobs.add(SYNC_JOB, job, { only, isUrgent, ...(afterSeconds > 0 ? { afterSeconds } : {}) })
}
