/* Reads and changes taste: matches in pages, one match in full, sources and discoveries. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { tasteCalls, type SuggestedPerson } from '#contract/taste/taste.ts'
import type { Uid } from '#contract/base/ids.ts'
import { readOrThrow, type CallOutput } from '#web/platform/api-client.ts'
import type { MatchQuery } from './match-filter.ts'
import { callKey } from '#web/platform/query.ts'
import { pagedList, type PagedList } from '#web/platform/paged-list.ts'

type MatchPage = CallOutput<typeof tasteCalls.getMatches>

export type Matches = PagedList<{
  people: readonly SuggestedPerson[]
  /** Of all pages, loaded or not; null if not counted. */
  total: number | null
  /** When the list was last loaded, in milliseconds; possibly long ago while offline. */
  rankedAtMs: number
}>

/** People ranked by match, page by page. People in `hidden` are left out. */
export function useMatches(narrowed: MatchQuery, hidden: ReadonlySet<Uid>): Matches {
  const query = useInfiniteQuery({
    queryKey: matchesKey(narrowed),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      readOrThrow(tasteCalls.getMatches, { query: pageParam === null ? narrowed : { ...narrowed, cursor: pageParam }, signal }),
    getNextPageParam: (last: MatchPage): string | null => last.next,
  })
  return pagedList(query, (pages, first) => {
    const people = withoutRepeats(pages.flatMap((page) => page.people))
    return {
      people: people.filter(({ person }) => !hidden.has(person.uid)),
      total: totalOf(first.total, people.filter(({ person }) => hidden.has(person.uid)).length),
      rankedAtMs: query.dataUpdatedAt,
    }
  })
}

const totalOf = (counted: number | null, hidden: number): number | null => (counted === null ? null : Math.max(0, counted - hidden))

function matchesKey(query: MatchQuery): readonly unknown[] {
  return [...callKey(tasteCalls.getMatches, { query }), 'pages']
}

// The ranking may change between two pages; a repeated person keeps the first position.
function withoutRepeats(cards: readonly SuggestedPerson[]): SuggestedPerson[] {
  const seen = new Set<Uid>()
  return cards.filter(({ person }) => !seen.has(person.uid) && seen.add(person.uid))
}
