import { useEffect } from 'react'
import { connectionFrames } from '#contract/connections.ts'
import { discoverCalls } from '#contract/taste/discover.ts'
import { callQuery, queryClient, refreshCall, useCall } from '#web/platform/query.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'

const STALE_MS = 5 * 60_000

/** An id of the catalog, a link, or neither. */
export type SentTarget = { item_id?: string; link?: string }

/** The user's buddies, shared by all components that choose or find a buddy. */
export function useBuddies(sent: SentTarget = {}) {
  useEffect(follow, [])
  return useCall(discoverCalls.getRecipients, { query: sent }, { staleMs: STALE_MS })
}

/** Loads the buddies for a dialog that may follow. A failure is ignored: the dialog loads them again and shows it. */
export function prefetchBuddies(): void {
  follow()
  void queryClient.prefetchQuery(callQuery(discoverCalls.getRecipients, { query: {} }, { staleMs: STALE_MS }))
}

let isFollowing = false

/** Starts once and keeps following: a new buddy can be chosen at once, and a former one no longer. */
function follow(): void {
  if (isFollowing) return
  isFollowing = true
  const reload = () => void refreshCall(discoverCalls.getRecipients)
  socketLink.subscribe(connectionFrames.new_connection_added, reload)
  socketLink.subscribe(connectionFrames.connection_changed, reload)
}
