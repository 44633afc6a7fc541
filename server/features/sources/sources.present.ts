import type { Source, SourceName } from '#contract/taste.ts'
import { isByName, noCounts, type SourceRow } from './sources.types.ts'

/** What this installation says of a source, whoever asks. */
export type SourceFacts = { mayShare: boolean; isSharedFromStart: boolean; isFake: boolean; proof: Source['proof'] }

/** A source as the wire has it; without a row it is not connected. */
export function presentSource(
  name: SourceName,
  row: SourceRow | null,
  { mayShare, isSharedFromStart, isFake, proof }: SourceFacts,
): Source {
  const facts = { source: name, may_share: mayShare, stand_in: isFake, verified: row && isByName(name) ? row.verified : null, proof }
  if (!row) {
    return {
      ...facts,
      status: 'not_connected',
      account: null,
      progress: null,
      counts: noCounts,
      synced_at: null,
      shown_to: isSharedFromStart ? 'everyone' : 'only_me',
      counts_for_matching: isSharedFromStart,
      counts_silently: false,
    }
  }
  return {
    ...facts,
    status: row.status,
    account: row.accountName,
    progress: row.status === 'syncing' ? row.progress : null,
    counts: row.counts,
    synced_at: row.syncedAt?.toISOString() ?? null,
    shown_to: row.shownTo,
    counts_for_matching: row.countsForMatching,
    counts_silently: row.countsSilently,
  }
}
