import type { Source, SourceName } from '#contract/taste/taste.ts'
import { accountProblem } from '#server/providers/provider-error.ts'
import type { NameProvider } from '#server/providers/provider.ts'
import { keptUntil } from './retention.rules.ts'
import { isByName, isSynced, noCounts, sharingRule, type SourceProviders, type SourceRow } from './sources.types.ts'

/** The wire form of a source; not connected without a row. */
export function presentSource(providers: SourceProviders, name: SourceName, row: SourceRow | null, now: Date): Source {
  const enabled = isSynced(name) ? providers[name] : undefined
  const mayShare = sharingRule(providers)(name)
  const isSharedFromStart = mayShare && (enabled?.isSharedFromStart ?? true)
  const common = {
    source: name,
    may_share: mayShare,
    stand_in: enabled?.isFake ?? false,
    verified: row && isByName(name) ? row.verified : null,
    proof: isByName(name) ? proofOf(providers[name]?.provider) : null,
  }
  if (!row) {
    return {
      ...common,
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
  const isOffered = !isSynced(name) || enabled !== undefined
  const problem = !isOffered ? 'not_offered' : row.status === 'failed' ? accountProblem(row.error) : null
  const resumesAt = row.status === 'syncing' ? null : (row.position?.waitsUntil ?? null)
  const end = keptUntil(row, now)
  return {
    ...common,
    ...(problem ? { problem } : {}),
    ...(resumesAt ? { resumes_at: resumesAt } : {}),
    ...(end ? { kept_until: end.toISOString() } : {}),
    status: isOffered ? row.status : 'failed',
    account: row.accountName,
    progress: row.status === 'syncing' ? row.progress : null,
    counts: row.counts,
    synced_at: row.syncedAt?.toISOString() ?? null,
    shown_to: row.shownTo,
    counts_for_matching: row.countsForMatching,
    counts_silently: row.countsSilently,
  }
}

function proofOf(provider: NameProvider | undefined): Source['proof'] {
  if (provider?.ownerOf) return 'token'
  return provider?.web ? 'web' : null
}
