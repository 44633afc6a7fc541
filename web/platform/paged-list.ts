import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ApiFailure } from './api-error.ts'
import { failureOf } from './query.ts'

/** The state of the next page of a list. */
export type Following = {
  hasMore: boolean
  isLoadingMore: boolean
  /** Why the last further page failed; null without a failure. */
  moreFailed: ApiFailure | null
  loadMore: () => void
}
/** A list that is read page by page. `T` is what it shows. */
export type PagedList<T> =
  | { status: 'loading' }
  | { status: 'failed'; failure: ApiFailure; retry: () => void }
  | ({ status: 'ready' } & Following & T)

/** The list of a paged query. @param read makes what it shows from its pages */
export function pagedList<P, T>(query: UseInfiniteQueryResult<InfiniteData<P>>, read: (pages: readonly P[], first: P) => T): PagedList<T> {
  if (query.isPending) return { status: 'loading' }
  const [first] = query.data?.pages ?? []
  if (!query.data || first === undefined) return { status: 'failed', failure: failureOf(query.error), retry: () => void query.refetch() }
  return {
    status: 'ready',
    ...read(query.data.pages, first),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError ? failureOf(query.error) : null,
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
  }
}
