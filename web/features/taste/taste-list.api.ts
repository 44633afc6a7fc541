/* Loads one taste list of a person, page by page. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { tasteListCalls, type ListRange, type TasteList } from '#contract/taste/taste-lists.ts'
import type { TasteRow } from '#contract/taste/taste.ts'
import { ApiError, type ApiFailure } from '#web/platform/api-error.ts'
import { readApi, type Answer } from '#web/platform/api-client.ts'
import { callKey, failureOf } from '#web/platform/query.ts'

type Page = Answer<typeof tasteListCalls.getTasteList>

export type TasteListState =
  | { status: 'loading' }
  | { status: 'failed'; failure: ApiFailure; retry: () => void }
  | {
      status: 'ready'
      /** False: the list is private. */
      visible: boolean
      rows: readonly TasteRow[]
      /** Of all pages, loaded or not. */
      total: number
      shared: number
      hasMore: boolean
      isLoadingMore: boolean
      /** Why the last further page failed; null without a failure. */
      moreFailed: ApiFailure | null
      loadMore: () => void
    }

/** One list of a person's taste, as the viewer or the persona `as` may see it. */
export function useTasteList(uid: Uid, list: TasteList, range: ListRange, as?: string): TasteListState {
  const seen = as === undefined ? { range } : { range, as }
  const query = useInfiniteQuery({
    queryKey: [...callKey(tasteListCalls.getTasteList, { params: { uid, list }, query: seen }), 'pages'],
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) => readPage({ uid, list, seen, cursor: pageParam, signal }),
    getNextPageParam: (last: Page): string | null => last.next,
    // Another range keeps the old items until its own are loaded.
    placeholderData: (before) => before,
  })
  if (query.isPending) return { status: 'loading' }
  const [first] = query.data?.pages ?? []
  if (!query.data || !first) return { status: 'failed', failure: failureOf(query.error), retry: () => void query.refetch() }
  return {
    status: 'ready',
    visible: first.visible,
    rows: query.data.pages.flatMap(({ rows }) => rows),
    total: first.total ?? 0,
    shared: first.shared ?? 0,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError ? failureOf(query.error) : null,
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
  }
}

type PageRequest = { uid: Uid; list: TasteList; seen: { range: ListRange; as?: string }; cursor: string | null; signal: AbortSignal }

async function readPage({ uid, list, seen, cursor, signal }: PageRequest): Promise<Page> {
  const query = cursor === null ? { ...seen, limit: limits.pageSize.list } : { ...seen, cursor, limit: limits.pageSize.max }
  const result = await readApi(tasteListCalls.getTasteList, { params: { uid, list }, query, signal })
  if (!result.ok) throw new ApiError(result.failure)
  return result.value
}
