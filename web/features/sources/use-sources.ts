import { tasteCalls } from '#contract/taste/taste.ts'
import { queryClient, useCall } from '#web/platform/query.ts'
import { knownSources } from './sources.cache.ts'

/** Polling interval while the socket, which reports progress, is disconnected. */
const POLL_MS = 5_000

/** The viewer's sources, updated during a sync. */
export function useSources({ enabled }: { enabled: boolean }) {
  const isSyncing = knownSources(queryClient)?.some(({ status }) => status === 'syncing') ?? false
  return useCall(tasteCalls.getSources, {}, { enabled, refetchMs: isSyncing ? POLL_MS : false })
}
