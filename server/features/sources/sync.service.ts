import type { Uid } from '#contract/base/ids.ts'
import type { SyncedSource } from '#contract/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { JobDefinition, Jobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { ProviderPage } from '#server/providers/provider.ts'
import { createSourcesStore } from './sources.store.ts'
import { isSynced, type ItemResolver, type SourceRow, type TasteChanged } from './sources.types.ts'
import type { DoorOf } from './source-readers.ts'
import { mergeRows } from './sync.merge.ts'
import { after, beginning, nextList, progressOf } from './sync.plan.ts'
import { createSyncStore } from './sync.store.ts'

const SYNC_JOB = 'taste.sync'

/** Waits after failures in a row, in seconds; when they are used up the sync has failed. */
const BACK_OFF_SECONDS = [5, 30, 120, 600]
/** How long a used-up quota is left alone when the provider does not say. */
const QUOTA_WAIT_SECONDS = 6 * 3_600

const refusals = new Set<ProviderError['kind']>(['reconnect', 'unknown', 'private'])

/** Reading somebody's whole taste costs more than writing a page of it, so the match hears of a sync at most this often. */
const TELL_EVERY_MS = 1_000

/** One stretch of a sync: from where it stands until it is done or has to wait. */
type SyncJob = { uid: Uid; source: SyncedSource; run: string; step: number }

export type SyncDeps = {
  db: Db
  clock: Clock
  newId: () => string
  jobs: Pick<Jobs, 'add'>
  /** How each source is read. */
  doorOf: DoorOf
  media: ItemResolver
  onTasteChanged: TasteChanged
  /** Tells the person's own devices how the source stands now. */
  announce: (row: SourceRow) => void
  log: Log
}

/**
 * Reads connected accounts page by page. Everything a stretch needs stands in the store: after a crash, a wait or a
 * restart another one goes on from the last page that was written. A source that was disconnected, or is read anew
 * since, stops the older stretch at its next page, inside the transaction that would have written it.
 */
export function createSync(deps: SyncDeps) {
  const { db, clock, newId, jobs, doorOf, media, onTasteChanged, announce, log } = deps
  const sources = createSourcesStore(db)
  /** When the match last heard of each sync under way. */
  const toldMs = new Map<Uid, number>()

  const add = ({ uid, source, run, step }: SyncJob, afterSeconds = 0) =>
    jobs.add(
      SYNC_JOB,
      { uid, source, run, step },
      { only: `${uid}:${source}:${run}:${step}`, ...(afterSeconds > 0 ? { afterSeconds } : {}) },
    )

  /** Changes the source if this stretch is still the one that works on it; null when it is not. */
  async function change(
    job: SyncJob,
    to: (row: SourceRow & { position: NonNullable<SourceRow['position']> }, tx: Db) => Promise<SourceRow | null>,
  ): Promise<SourceRow | null> {
    const key = { uid: job.uid, source: job.source }
    const changed = await db.transaction().execute(async (tx) => {
      const row = await createSourcesStore(tx).lock(key)
      if (!row?.position || row.position.run !== job.run || row.position.step !== job.step) return null
      return to({ ...row, position: row.position }, tx)
    })
    if (changed) announce(changed)
    return changed
  }

  async function writePage(job: SyncJob, list: string, page: ProviderPage): Promise<SourceRow | null> {
    const items = await media.resolve(page.rows)
    const rows = page.rows.flatMap((row, at) => {
      const itemId = items[at]
      return itemId === undefined ? [] : [{ ...row, itemId }]
    })
    const changed = await change(job, async (row, tx) => {
      const store = createSyncStore(tx)
      await store.write(row, mergeRows(rows, await store.rows(row, items), new Set(row.position.stale)))
      const position = after(row.position, list, page, items)
      return createSourcesStore(tx).saveSync(row, {
        status: 'syncing',
        position,
        progress: progressOf(position),
        error: null,
        counts: await store.counts(row),
      })
    })
    if (changed && rows.length > 0) await tell(job.uid)
    return changed
  }

  async function tell(uid: Uid): Promise<void> {
    const nowMs = clock.now().getTime()
    if (nowMs - (toldMs.get(uid) ?? Number.NEGATIVE_INFINITY) < TELL_EVERY_MS) return
    toldMs.set(uid, nowMs)
    await onTasteChanged(uid)
  }

  async function finish(job: SyncJob): Promise<void> {
    const done = await change(job, async (row, tx) => {
      const store = createSyncStore(tx)
      await store.remove(row, row.position.stale)
      await store.rankAnew(row)
      const counts = await store.counts(row)
      return createSourcesStore(tx).saveSync(row, {
        status: 'connected',
        position: null,
        progress: null,
        error: null,
        counts,
        syncedAt: clock.now(),
        refusedSince: null,
      })
    })
    if (!done) return
    log.info({ uid: job.uid, source: job.source, ...done.counts }, 'an account was read')
    toldMs.delete(job.uid)
    await onTasteChanged(job.uid)
    // Once more: whoever asked for the ranking when they heard of the end may have been told the one before.
    announce(done)
  }

  /** Leaves the position where it is and goes on later. */
  async function pause(job: SyncJob, error: ProviderError, seconds: number): Promise<void> {
    const isLong = error.kind === 'quota'
    const paused = await change(job, async (row, tx) => {
      const isFailure = error.kind === 'unavailable' || error.kind === 'malformed'
      const position = {
        ...row.position,
        step: row.position.step + 1,
        failures: row.position.failures + (isFailure ? 1 : 0),
        waitsUntil: new Date(clock.now().getTime() + seconds * 1_000).toISOString(),
      }
      // Hours are not "syncing": who was read before stays connected, with the date of that reading.
      const status = !isLong ? 'syncing' : row.syncedAt ? 'connected' : 'failed'
      return createSourcesStore(tx).saveSync(row, { status, position, progress: isLong ? null : row.progress, error: error.kind })
    })
    if (paused) await add({ ...job, step: job.step + 1 }, seconds)
  }

  /** A refusal that only the person can cure starts the time after which what was read is deleted (retention.rules.ts). */
  const stop = (job: SyncJob, status: 'reconnect' | 'failed', error: ProviderError) =>
    change(job, (row, tx) => {
      const refusedSince = refusals.has(error.kind) ? { refusedSince: row.refusedSince ?? clock.now() } : {}
      return createSourcesStore(tx).saveSync(row, { status, position: null, progress: null, error: error.kind, ...refusedSince })
    })

  async function handle(job: SyncJob, failures: number, error: ProviderError): Promise<void> {
    const { uid, source } = job
    log.warn({ uid, source, kind: error.kind, reason: error.message, ...error.facts }, 'reading an account stopped')
    if (refusals.has(error.kind)) return void (await stop(job, error.kind === 'reconnect' ? 'reconnect' : 'failed', error))
    if (error.kind === 'wait') return pause(job, error, error.retryAfterSeconds)
    if (error.kind === 'quota') return pause(job, error, error.retryAfterSeconds || QUOTA_WAIT_SECONDS)
    const seconds = BACK_OFF_SECONDS[failures]
    if (seconds === undefined) return void (await stop(job, 'failed', error))
    return pause(job, error, seconds)
  }

  async function stretch(job: SyncJob, door: NonNullable<ReturnType<DoorOf>>): Promise<void> {
    let row = await sources.find(job)
    while (row?.position && row.position.run === job.run && row.position.step === job.step) {
      const { position } = row
      const list = nextList(position)
      if (!list) return finish(job)
      try {
        const page = await door.page(row, list.name, list.from)
        row = await writePage(job, list.name, page)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        return handle(job, position.failures, error)
      }
    }
  }

  const job: JobDefinition<SyncJob> = {
    name: SYNC_JOB,
    retries: 3,
    expireSeconds: 900,
    async run(data) {
      const door = doorOf(data.source)
      if (door) await stretch(data, door)
    },
  }

  return {
    job,

    /** Reads an account anew; one that is being read goes on. The source must be connected. Null when it is not any more. */
    async start(uid: Uid, source: SyncedSource): Promise<SourceRow | null> {
      const key = { uid, source }
      const lists = doorOf(source)?.lists ?? []
      const begun = await db.transaction().execute(async (tx) => {
        const store = createSourcesStore(tx)
        const row = await store.lock(key)
        if (!row) return null
        if (row.status === 'syncing' && row.position) return row
        const position = beginning(newId(), lists, await createSyncStore(tx).itemsOf(key))
        return store.saveSync(row, { status: 'syncing', position, progress: progressOf(position), error: null })
      })
      if (!begun?.position) return null
      await add({ uid, source, run: begun.position.run, step: begun.position.step })
      announce(begun)
      return begun
    },

    /**
     * Goes on with every sync that a crash cut off. Its job may count as running until it expires, and would refuse another
     * one under its name: so each goes on as a new step, and what is left of the old one stops by itself.
     * Call once after the jobs have started; a sync that runs in another process only changes hands.
     */
    async resume(): Promise<void> {
      for (const { uid, source, position } of await sources.syncing()) {
        if (!isSynced(source) || !position) continue
        const cutOff = { uid, source, run: position.run, step: position.step }
        const seconds = position.waitsUntil ? (Date.parse(position.waitsUntil) - clock.now().getTime()) / 1_000 : 0
        const taken = await change(cutOff, (row, tx) => {
          const next = { ...row.position, step: cutOff.step + 1 }
          return createSourcesStore(tx).saveSync(row, { status: 'syncing', position: next, progress: row.progress, error: null })
        })
        if (taken) await add({ ...cutOff, step: cutOff.step + 1 }, Math.max(0, Math.ceil(seconds)))
      }
    },
  }
}
