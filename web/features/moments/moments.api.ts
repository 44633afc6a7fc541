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
      /** Newest first, without pending deletions. */
      moments: readonly Moment[]
      hasMore: boolean
      isLoadingMore: boolean
      /** Why the last further page failed; null without a failure. */
      moreFailed: ApiFailure | null
      loadMore: () => void
    }

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
    queryFn: ({ pageParam, signal }) => readPage(of, pageParam, signal),
    ...(isStill ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    getNextPageParam: (last: FeedPage): string | null => last.next,
  })
  if (query.isPending) return { status: 'loading' }
  if (!query.data) return { status: 'failed', failure: failureOf(query.error), retry: () => void query.refetch() }
  return {
    status: 'ready',
    // A muted user's own page still shows their moments.
    moments: momentsOf(query.data).filter(({ id, author }) => !hidden.has(id) && ('uid' in of || !muted.has(author.uid))),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError ? failureOf(query.error) : null,
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
  }
}

/** Users that the viewer has muted: the server leaves them out, this filters cached moments. */
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
