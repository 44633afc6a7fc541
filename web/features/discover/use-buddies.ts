import { connectionFrames } from '#contract/connections.ts'
import { discoverCalls } from '#contract/taste/discover.ts'
import { callQuery, queryClient, refreshCall, useCall } from '#web/platform/query.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'

const STALE_MS = 5 * 60_000

/** An id of the catalog, a link, or neither. */
export type SentTarget = { item_id?: string; link?: string }

// A new buddy can be chosen at once, and a former one no longer.
for (const frame of [connectionFrames.new_connection_added, connectionFrames.connection_changed])
  socketLink.subscribe(frame, () => void refreshCall(discoverCalls.getRecipients))

/** The user's buddies, shared by all components that choose or find a buddy. */
export function useBuddies(sent: SentTarget = {}) {
  return useCall(discoverCalls.getRecipients, { query: sent }, { staleMs: STALE_MS })
}

/** Loads the buddies for a dialog that may follow. A failure is ignored: the dialog loads them again and shows it. */
export function prefetchBuddies(): void {
  void queryClient.prefetchQuery(callQuery(discoverCalls.getRecipients, { query: {} }, { staleMs: STALE_MS }))
}
