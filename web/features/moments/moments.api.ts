import { useInfiniteQuery } from '@tanstack/react-query'
import { connectionCalls } from '#contract/connections.ts'
import type { Uid } from '#contract/base/ids.ts'
import { momentCalls, type Moment } from '#contract/moments.ts'
import { readOrThrow } from '#web/platform/api-client.ts'
import { useCall } from '#web/platform/query.ts'
import { pagedList, type PagedList } from '#web/platform/paged-list.ts'
import { feedKey, feedQuery, momentsOf, type FeedOf, type FeedPage } from './moments.cache.ts'
import { useRemovals } from './moments.removals.ts'

/** Newest first, without pending deletions. */
export type Feed = PagedList<{ moments: readonly Moment[] }>

/**
 * One feed, page by page.
 * @param isStill disables refetching, so that nothing moves while the user reads; `useNewMoments` then finds new ones
 */
export function useFeed(of: FeedOf, isStill = false): Feed {
  const hidden = useRemovals((state) => state.hidden)
  const muted = useMuted()
  const query = useInfiniteQuery({
    queryKey: feedKey(of),
    initialPageParam: null,
    queryFn: ({ pageParam: cursor, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      readOrThrow(momentCalls.getFeed, { query: { ...feedQuery(of), ...(cursor === null ? {} : { cursor }) }, signal }),
    ...(isStill ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    getNextPageParam: (last: FeedPage): string | null => last.next,
  })
  return pagedList(query, (pages) => ({
    // A muted user's own page still shows their moments.
    moments: momentsOf({ pages }).filter(({ id, author }) => !hidden.has(id) && ('uid' in of || !muted.has(author.uid))),
  }))
}

/** Users that the viewer has muted: the server leaves them out, this filters cached moments. */
function useMuted(): ReadonlySet<Uid> {
  const { data } = useCall(connectionCalls.getMutedAndBlocked, {}, { enabled: false })
  return new Set(data?.muted.map(({ uid }) => uid))
}
