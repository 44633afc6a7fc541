/* Loads one taste list of a person, page by page. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { tasteListCalls, type ListRange, type TasteList } from '#contract/taste/taste-lists.ts'
import type { TasteRow } from '#contract/taste/taste.ts'
import { readOrThrow, type CallOutput } from '#web/platform/api-client.ts'
import { callKey } from '#web/platform/query.ts'
import { pagedList, type PagedList } from '#web/platform/paged-list.ts'

type Page = CallOutput<typeof tasteListCalls.getTasteList>

export type TasteListState = PagedList<{
  /** False: the list is private. */
  visible: boolean
  rows: readonly TasteRow[]
  /** Of all pages, loaded or not. */
  total: number
  shared: number
}>

/** One list of a person's taste, as the viewer or the persona `as` may see it. */
export function useTasteList(uid: Uid, list: TasteList, range: ListRange, as?: string): TasteListState {
  const seen = as === undefined ? { range } : { range, as }
  const query = useInfiniteQuery({
    queryKey: [...callKey(tasteListCalls.getTasteList, { params: { uid, list }, query: seen }), 'pages'],
    initialPageParam: null,
    queryFn: ({ pageParam: cursor, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const page = cursor === null ? { ...seen, limit: limits.pageSize.list } : { ...seen, cursor, limit: limits.pageSize.max }
      return readOrThrow(tasteListCalls.getTasteList, { params: { uid, list }, query: page, signal })
    },
    getNextPageParam: (last: Page): string | null => last.next,
    // Shows the items of the previous range until the new ones are loaded.
    placeholderData: (before) => before,
  })
  return pagedList(query, (pages, first) => ({
    visible: first.visible,
    rows: pages.flatMap(({ rows }) => rows),
    total: first.total ?? 0,
    shared: first.shared ?? 0,
  }))
}
