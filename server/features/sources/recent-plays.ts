import type { Uid } from '#contract/base/ids.ts'
import { syncedSource, type SyncedSource } from '#contract/taste/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { createPlaysStore } from './plays.ts'
import { resolvePlays, type FindSourceReader, type SourceReader } from './source-reader.ts'
import { createSourcesStore } from './sources.store.ts'
import type { ItemResolver, SourceRow } from './sources.types.ts'
import { accountErrors } from './sync.service.ts'

/** The interval of the search for sources whose plays are due. */
export const recentPlaysSchedule = { name: 'taste.plays', everyMs: 15 * 60_000 }

/** Spotify reports the last 50 plays, which are about three hours of music. */
const READ_AFTER_MS = 2 * 3_600_000
/** Of one source in one run, the longest unread first. */
const MAX_READS_PER_RUN = 400
/** After this many failures in a row, the provider is not called again until the next run. */
const MAX_FAILURES = 3

export type RecentPlaysDeps = {
  db: Db
  clock: Clock
  findReader: FindSourceReader
  media: ItemResolver
  start: (uid: Uid, source: SyncedSource) => Promise<unknown>
  log: Log
}

/**
 * Reads the plays of accounts between two syncs: providers report only the latest, and a sync comes once a week. It changes
 * nothing but plays. An account that rejects the request is synced, which says what is wrong.
 */
export function createRecentPlays({ db, clock, findReader, media, start, log }: RecentPlaysDeps) {
  const store = createSourcesStore(db)

  async function read(row: SourceRow, reader: SourceReader, list: string): Promise<void> {
    const { plays = [] } = await reader.page(row, list, null)
    const items = await resolvePlays(media, plays)
    await db.transaction().execute(async (tx) => {
      const now = await createSourcesStore(tx).lock(row)
      // Disconnected, or another account since.
      if (now?.accountId === row.accountId && now.status !== 'reconnect') await createPlaysStore(tx).merge(row, items)
    })
  }

  async function readSource(source: SyncedSource): Promise<void> {
    const reader = findReader(source)
    const list = reader?.recentList
    if (!reader || list === undefined) return
    const before = new Date(clock.now().getTime() - READ_AFTER_MS)
    let failures = 0
    for (const row of await store.listDueForPlays(source, before, MAX_READS_PER_RUN)) {
      try {
        await read(row, reader, list)
        failures = 0
      } catch (err) {
        const kind = err instanceof ProviderError ? err.kind : null
        log.warn({ uid: row.uid, source, ...(kind === null ? { err } : { kind }) }, 'recent plays could not be read')
        if (kind !== null && accountErrors.has(kind)) await start(row.uid, source)
        if (kind === 'wait' || kind === 'quota' || (kind === 'unavailable' && ++failures >= MAX_FAILURES)) return
      }
      await store.markPlaysRead(row, clock.now())
    }
  }

  return async (): Promise<void> => {
    for (const source of syncedSource.options) await readSource(source)
  }
}
