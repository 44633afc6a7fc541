import type { Source, SourceName } from '#contract/taste.ts'
import { noCounts, type SourceRow } from './sources.types.ts'

/** A source as the wire has it; without a row it is not connected. */
export function presentSource(name: SourceName, row: SourceRow | null, mayShare: boolean): Source {
  if (!row) {
    return {
      source: name,
      status: 'not_connected',
      account: null,
      progress: null,
      counts: noCounts,
      synced_at: null,
      shown_to: mayShare ? 'everyone' : 'only_me',
      counts_for_matching: mayShare,
    }
  }
  return {
    source: name,
    status: row.status,
    account: row.accountName,
    progress: row.status === 'syncing' ? row.progress : null,
    counts: row.counts,
    synced_at: row.syncedAt?.toISOString() ?? null,
    shown_to: row.shownTo,
    counts_for_matching: row.countsForMatching,
  }
}
