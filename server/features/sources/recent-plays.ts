import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Uid } from '#contract/base/ids.ts'
import { type SyncedSource, syncedSources } from '#contract/taste/taste.ts'
import type { IsTimeUp } from '#server/features/media/scheduled-tasks.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { createPlaysStore } from './plays.ts'
import { resolvePlays, type SourceReader } from './source-reader.ts'
import { createSourcesStore } from './sources.store.ts'
import type { SourceRow } from './sources.types.ts'
import { accountErrors, type SyncDeps } from './sync.service.ts'

/** The interval of the search for sources whose plays are due. */
export const recentPlaysSchedule = { name: 'taste.plays', everyMs: 5 * 60_000 }

/** Spotify reports the last 50 plays, which are about three hours of music. */
const READ_AFTER_MS = 2 * 3_600_000
/** Users seen within this time come first when there are more accounts than one run reads. */
const ACTIVE_MS = 14 * 24 * 3_600_000
/** How many sources one query finds. */
const BATCH_SIZE = 300
/** Concurrent reads for each provider. A read mostly waits for the response. */
const READS_AT_ONCE = 6
/** After this many failures in a row, the provider is not called again until the next run. */
const MAX_FAILURES = 3
/** A run waits this long for a provider that is busy, such as ListenBrainz, which counts requests of ten seconds. */
const MAX_PAUSE_SECONDS = 15

export type RecentPlaysDeps = Pick<SyncDeps, 'db' | 'clock' | 'findReader' | 'media' | 'log'> & {
  start: (uid: Uid, source: SyncedSource) => Promise<unknown>
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Reads the plays of accounts between two syncs: providers report only the latest, and a sync comes once a week. It changes
 * nothing but plays. An account that rejects the request is synced, which says what is wrong.
 */
export function createRecentPlays({ db, clock, findReader, media, start, log, pause = wait }: RecentPlaysDeps) {
  const store = createSourcesStore(db)

  async function read(row: SourceRow, reader: SourceReader, list: string): Promise<void> {
    const { plays = [] } = await reader.page(row, list, null)
    const items = await resolvePlays(media, plays)
    await db.transaction().execute(async (tx) => {
      const now = await createSourcesStore(tx).lock(row)
      // The source was disconnected or replaced in the meantime.
      if (now?.accountId === row.accountId && now.status !== 'reconnect') await createPlaysStore(tx).merge(row, items)
    })
  }

  async function readSource(source: SyncedSource, isTimeUp: IsTimeUp): Promise<void> {
    const reader = findReader(source)
    const list = reader?.recentList
    if (!reader || list === undefined) return
    const now = clock.now()
    const before = new Date(now.getTime() - READ_AFTER_MS)
    const limit = pLimit(READS_AT_ONCE)
    let failures = 0
    let isRefused = false
    let pauseSeconds = 0

    const readOne = async (row: SourceRow): Promise<void> => {
      if (isRefused || pauseSeconds > 0 || isTimeUp()) return
      try {
        await read(row, reader, list)
        failures = 0
      } catch (err) {
        const kind = err instanceof ProviderError ? err.kind : null
        log.warn({ uid: row.uid, source, ...(kind === null ? { err } : { kind }) }, 'recent plays could not be read')
        if (kind !== null && accountErrors.has(kind)) await start(row.uid, source)
        if (err instanceof ProviderError && kind === 'wait' && err.retryAfterSeconds <= MAX_PAUSE_SECONDS) {
          pauseSeconds = Math.max(pauseSeconds, err.retryAfterSeconds)
          return
        }
        isRefused ||= kind === 'wait' || kind === 'quota' || (kind === 'unavailable' && ++failures >= MAX_FAILURES)
        if (isRefused) return
      }
      await store.markPlaysRead(row, clock.now())
    }

    for (;;) {
      if (isRefused || isTimeUp()) return
      const due = await store.listDueForPlays(source, { before, activeSince: new Date(now.getTime() - ACTIVE_MS), limit: BATCH_SIZE })
      if (due.length === 0) return
      await limit.map(due, readOne)
      if (pauseSeconds > 0) await pause(pauseSeconds * 1_000)
      pauseSeconds = 0
    }
  }

  return async (isTimeUp: IsTimeUp = () => false): Promise<void> => {
    // In parallel, so that a provider with many accounts doesn't delay the others.
    await Promise.all(syncedSources.map((source) => readSource(source, isTimeUp)))
  }
}
