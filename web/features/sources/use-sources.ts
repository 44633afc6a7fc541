import { tasteCalls } from '#contract/taste.ts'
import { queryClient, useCall } from '#web/platform/query.ts'
import { knownSources } from './sources.cache.ts'

/** Progress comes by the socket; while it is away, the list is asked this often instead, in milliseconds. */
const ASK_EVERY_MS = 5_000

/** The viewer's sources, followed while one is being read. */
export function useSources({ enabled }: { enabled: boolean }) {
  const isSyncing = knownSources(queryClient)?.some(({ status }) => status === 'syncing') ?? false
  return useCall(tasteCalls.getSources, {}, { enabled, everyMs: isSyncing ? ASK_EVERY_MS : false })
}
