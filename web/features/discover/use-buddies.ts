import { discoverCalls } from '#contract/taste/discover.ts'
import { callQuery, queryClient, useCall } from '#web/platform/query.ts'

const STALE_MS = 5 * 60_000

/** An id of the catalog, a link, or neither. */
export type SentTarget = { item_id?: string; link?: string }

/** The user's buddies, shared by all components that choose or find a buddy. */
export function useBuddies(sent: SentTarget = {}) {
  return useCall(discoverCalls.getRecipients, { query: sent }, { staleMs: STALE_MS })
}

/** Loads the buddies for a dialog that may follow. A failure is ignored: the dialog loads them again and shows it. */
export function prefetchBuddies(): void {
  void queryClient.prefetchQuery(callQuery(discoverCalls.getRecipients, { query: {} }, { staleMs: STALE_MS }))
}
