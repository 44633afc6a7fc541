/* Reads and changes taste: matches in pages, one match in full, sources and discoveries. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { tasteCalls, type SuggestedPerson } from '#contract/taste/taste.ts'
import type { Uid } from '#contract/base/ids.ts'
import { ApiError, type ApiFailure } from '#web/platform/api-error.ts'
import { readApi, type Answer } from '#web/platform/api-client.ts'
import type { MatchQuery } from './match-filter.ts'
import { callKey, failureOf } from '#web/platform/query.ts'

type MatchPage = Answer<typeof tasteCalls.getMatches>

export type Matches =
  | { status: 'loading' }
  | { status: 'failed'; failure: ApiFailure; retry: () => void }
  | {
      status: 'ready'
      people: readonly SuggestedPerson[]
      /** Of all pages, loaded or not; null if not counted. */
      total: number | null
      /** When the list was last loaded, in milliseconds; possibly long ago while offline. */
      rankedAtMs: number
      hasMore: boolean
      isLoadingMore: boolean
      /** Why the last further page failed; null without a failure. */
      moreFailed: ApiFailure | null
      loadMore: () => void
    }

/** People ranked by match, page by page. People in `hidden` are left out. */
export function useMatches(narrowed: MatchQuery, hidden: ReadonlySet<Uid>): Matches {
  const query = useInfiniteQuery({
    queryKey: matchesKey(narrowed),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) => readPage(narrowed, pageParam, signal),
    getNextPageParam: (last: MatchPage): string | null => last.next,
  })
  if (query.isPending) return { status: 'loading' }
  if (!query.data) return { status: 'failed', failure: failureOf(query.error), retry: () => void query.refetch() }
  const people = withoutRepeats(query.data.pages.flatMap((page) => page.people))
  return {
    status: 'ready',
    people: people.filter(({ person }) => !hidden.has(person.uid)),
    total: totalOf(query.data.pages[0]?.total ?? null, people.filter(({ person }) => hidden.has(person.uid)).length),
    rankedAtMs: query.dataUpdatedAt,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError ? failureOf(query.error) : null,
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
  }
}

const totalOf = (counted: number | null, hidden: number): number | null => (counted === null ? null : Math.max(0, counted - hidden))

function matchesKey(query: MatchQuery): readonly unknown[] {
  return [...callKey(tasteCalls.getMatches, { query }), 'pages']
}

async function readPage(narrowed: MatchQuery, cursor: string | null, signal: AbortSignal): Promise<MatchPage> {
  const result = await readApi(tasteCalls.getMatches, { query: cursor === null ? narrowed : { ...narrowed, cursor }, signal })
  if (!result.ok) throw new ApiError(result.failure)
  return result.value
}

// The ranking may change between two pages; a repeated person keeps the first position.
function withoutRepeats(cards: readonly SuggestedPerson[]): SuggestedPerson[] {
  const seen = new Set<Uid>()
  return cards.filter(({ person }) => !seen.has(person.uid) && seen.add(person.uid))
}
