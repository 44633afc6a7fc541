import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { connectionFrames } from '#contract/connections.ts'
import { momentCalls, momentFrames } from '#contract/moments.ts'
import { platformFrames } from '#contract/socket.ts'
import { readApi } from '#web/platform/api-client.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { queryClient } from '#web/platform/query.ts'
import { feedKey, feedQuery, findNewMoments, prependNew, type FeedOf, type FeedPage, type FeedPages } from '../moments.cache.ts'

export type NewMoments = {
  count: number
  /** True when there are more than counted. */
  isMore: boolean
  /** Shows them at the top of the feed. */
  show: () => void
}

/** Several post events are fetched together. */
const BATCH_MS = 800
/** Time in the background after which returning users see what is new. */
const AWAY_MS = 30_000

/**
 * Moments posted since the feed was loaded. They are not inserted until the user asks, so the feed does not move.
 * A frame announces a post; only the server knows whether it belongs to this feed.
 */
export function useNewMoments(of: FeedOf): NewMoments {
  const [waiting, setWaiting] = useState<FeedPage | null>(null)
  const looks = useRef(0)
  const check = useEffectEvent(async () => {
    const { dataUpdatedAt = 0 } = queryClient.getQueryState(feedKey(of)) ?? {}
    if (dataUpdatedAt === 0) return
    const mine = ++looks.current
    const result = await readApi(momentCalls.getFeed, { query: feedQuery(of) })
    // Responses may arrive out of order: only the last request counts.
    if (result.ok && mine === looks.current) setWaiting(result.value)
  })
  useEffect(() => subscribeToNews(() => void check()), [])
  const fresh = waiting ? findNewMoments(waiting, queryClient.getQueryData<FeedPages>(feedKey(of))) : []
  return {
    count: fresh.length,
    isMore: waiting !== null && fresh.length > 0 && fresh.length === waiting.moments.length && waiting.next !== null,
    show() {
      if (!waiting) return
      queryClient.setQueryData<FeedPages>(feedKey(of), (feed) => feed && prependNew(feed, waiting))
      setWaiting(null)
    },
  }
}

/**
 * Calls when a buddy has posted, when a moment or an author was deleted, when frames may have been missed, and when the reader was
 * away. Returns a function that stops.
 */
function subscribeToNews(look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let leftAt = 0
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(look, BATCH_MS)
  }
  const handleVisibility = () => {
    if (document.visibilityState === 'hidden') leftAt = Date.now()
    else if (leftAt > 0 && Date.now() - leftAt > AWAY_MS) soon()
  }
  // A cached feed shows at once; newer moments are fetched beside it.
  soon()
  const frames = [momentFrames.new_moment, momentFrames.moment_gone, connectionFrames.connection_changed, platformFrames.authenticated]
  const stops = frames.map((frame) => socketLink.subscribe(frame, soon))
  document.addEventListener('visibilitychange', handleVisibility)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', handleVisibility)
    for (const stop of stops) stop()
  }
}
