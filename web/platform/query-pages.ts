import { useInfiniteQuery } from '@tanstack/react-query'
import type { CallDefinition } from '#contract/base/call.ts'
import { readOrThrow, type CallOutput, type CallInput } from './api-client.ts'
import type { ApiFailure } from './api-error.ts'
import { callKey, failureOf } from './query.ts'

/** Loads the next page. */
export type More = { load: () => void; isLoading: boolean }
type CallPages<A> =
  | { status: 'loading' }
  | { status: 'failed'; failure: ApiFailure; retry: () => void }
  | { status: 'ready'; pages: readonly A[]; more: More | null }

type PagedCall = CallDefinition & { method: 'GET' }

/**
 * Reads a paged GET call (`next` names the next page, `cursor` requests it). It is invalidated like any other response of the call.
 * @param staleMs how long the pages are fresh, in milliseconds
 */
export function useCallPages<const C extends PagedCall>(call: C, input: CallInput<C>, staleMs?: number): CallPages<CallOutput<C>> {
  const query = useInfiniteQuery({
    queryKey: [...callKey(call, input), 'pages'],
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      // Every paged call has `cursor` in its query; this type avoids the conditional type.
      const callInput = input as { params?: Record<string, string>; query?: Record<string, string> }
      const pageInput = pageParam === null ? callInput : { ...callInput, query: { ...callInput.query, cursor: pageParam } }
      // `call` is a C, so its response is CallOutput<C>.
      return (await readOrThrow<PagedCall>(call, { ...pageInput, signal })) as CallOutput<C>
    },
    getNextPageParam: (last: CallOutput<C>): string | null => nextOf(last),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
  })
  if (query.isPending) return { status: 'loading' }
  if (!query.data) return { status: 'failed', failure: failureOf(query.error), retry: () => void query.refetch() }
  return {
    status: 'ready',
    pages: query.data.pages,
    more: query.hasNextPage ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage } : null,
  }
}

function nextOf(response: unknown): string | null {
  const isPage = typeof response === 'object' && response !== null && 'next' in response
  return isPage && typeof response.next === 'string' ? response.next : null
}
