import { useInfiniteQuery } from '@tanstack/react-query'
import { momentCalls } from '#contract/moments.ts'
import { readApi } from '#web/platform/api-client.ts'
import { ApiError, type ApiFailure } from '#web/platform/api-error.ts'
import { failureOf } from '#web/platform/query.ts'
import { commentsKey, type CommentPage, type ShownComment } from './comments.cache.ts'
import { commentRemoval, useRemovals } from '../moments.removals.ts'

export type CommentList =
  | { status: 'loading' }
  | { status: 'failed'; failure: ApiFailure; retry: () => void }
  | {
      status: 'ready'
      /** Oldest first, without pending deletions. */
      comments: readonly ShownComment[]
      hasMore: boolean
      isLoadingMore: boolean
      loadMore: () => void
    }

/** The comments of one moment, page by page. */
export function useComments(momentId: string): CommentList {
  const hidden = useRemovals((state) => state.hidden)
  const query = useInfiniteQuery({
    queryKey: commentsKey(momentId),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) => readPage(momentId, pageParam, signal),
    getNextPageParam: (last: CommentPage): string | null => last.next,
  })
  if (query.isPending) return { status: 'loading' }
  if (!query.data) return { status: 'failed', failure: failureOf(query.error), retry: () => void query.refetch() }
  return {
    status: 'ready',
    comments: query.data.pages.flatMap((page) => page.comments).filter(({ id }) => !hidden.has(commentRemoval(momentId, id))),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
  }
}

async function readPage(momentId: string, cursor: string | null, signal: AbortSignal): Promise<CommentPage> {
  const result = await readApi(momentCalls.getComments, { params: { id: momentId }, query: cursor === null ? {} : { cursor }, signal })
  if (!result.ok) throw new ApiError(result.failure)
  return result.value
}
