import { useInfiniteQuery } from '@tanstack/react-query'
import { connectionCalls } from '#contract/connections.ts'
import type { Uid } from '#contract/base/ids.ts'
import { momentCalls, type Moment } from '#contract/moments.ts'
import { readApi } from '#web/platform/api-client.ts'
import { ApiError, type ApiFailure } from '#web/platform/api-error.ts'
import { failureOf, useCall } from '#web/platform/query.ts'
import { feedKey, feedQuery, momentsOf, type FeedOf, type FeedPage } from './moments.cache.ts'
import { useRemovals } from './moments.removals.ts'

export type Feed =
  | { status: 'loading' }
  | { status: 'failed'; failure: ApiFailure; retry: () => void }
  | {
      status: 'ready'
      /** Newest first, without those on their way out. */
      moments: readonly Moment[]
      hasMore: boolean
      isLoadingMore: boolean
      /** Why the last further page did not come; null when it did. */
      moreFailed: ApiFailure | null
      loadMore: () => void
    }

/**
 * One feed, page by page.
 * @param isStill what stands on screen is never read anew by itself, so that nothing moves under the eyes of whoever reads;
 *   what is new then waits to be asked for (`useNewMoments`)
 */
export function useFeed(of: FeedOf, isStill = false): Feed {
  const hidden = useRemovals((state) => state.hidden)
  const muted = useMuted()
  const query = useInfiniteQuery({
    queryKey: feedKey(of),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) => readPage(of, pageParam, signal),
    ...(isStill ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    getNextPageParam: (last: FeedPage): string | null => last.next,
  })
  if (query.isPending) return { status: 'loading' }
  if (!query.data) return { status: 'failed', failure: failureOf(query.error), retry: () => void query.refetch() }
  return {
    status: 'ready',
    // On their own page muted people are still read.
    moments: momentsOf(query.data).filter(({ id, author }) => !hidden.has(id) && ('uid' in of || !muted.has(author.uid))),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError ? failureOf(query.error) : null,
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
  }
}

/** Whom the viewer has muted, as far as is known: the server leaves them out, this takes away what was read before. */
function useMuted(): ReadonlySet<Uid> {
  const { data } = useCall(connectionCalls.getMutedAndBlocked, {}, { enabled: false })
  return new Set(data?.muted.map(({ uid }) => uid))
}

async function readPage(of: FeedOf, cursor: string | null, signal: AbortSignal): Promise<FeedPage> {
  const query = { ...feedQuery(of), ...(cursor === null ? {} : { cursor }) }
  const result = await readApi(momentCalls.getFeed, { query, signal })
  if (!result.ok) throw new ApiError(result.failure)
  return result.value
}
