import { Suspense, useEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import { useSearchParams } from 'react-router'
import { BuddyList } from '#web/features/matching/BuddyList.tsx'
import { useDismissals } from '#web/features/matching/dismissals.ts'
import { matchQueryOf, searchOf, type MatchQuery } from '#web/features/matching/match-filter.ts'
import { MatchFilters } from '#web/features/matching/MatchFilters.tsx'
import { type Matches, useMatches } from '#web/features/matching/taste.api.ts'
import { lazyComponent, lazyPart } from '#web/platform/lazy-component.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'

const LazyDismissedPeople = lazyPart(async () => (await import('#web/features/matching/DismissedPeople.tsx')).DismissedPeople)
const LazyRankingAge = lazyComponent(async () => (await import('./RankingAge.tsx')).RankingAge)

const A_WHILE_MS = 60_000

/** People ranked by shared taste. The filter is in the address, so that it can be bookmarked and shared. */
export function FindBuddiesPage() {
  const { i18n } = useLingui()
  const [search, setSearch] = useSearchParams()
  const query = matchQueryOf(search)
  const matches = useMatches(
    query,
    useDismissals((state) => state.hidden),
  )
  const setQuery = (next: MatchQuery) => setSearch(searchOf(next), { replace: true })

  return (
    <>
      <PageHeader
        title={i18n._({ id: 'match.page.title', message: 'People on your wavelength' })}
        lead={i18n._({
          id: 'match.page.lead-mutuals',
          message: 'Ranked by what you both listen to and watch, and by mutual buddies. Rare favorites count for more than hits.',
        })}
      />
      <div className="wl-buddies-bar">
        <MatchFilters query={query} onChange={setQuery} />
        <p className="wl-muted">
          {/* Without anyone, the empty list says it; for screen readers the number stays. */}
          <output className={matches.status === 'ready' && matches.total === 0 ? 'wl-hidden' : undefined}>
            {matches.status === 'ready' &&
              matches.total !== null &&
              i18n._({ id: 'match.count', message: '{count, plural, one {# person} other {# people}}', values: { count: matches.total } })}
          </output>
          {matches.status === 'ready' && <Updated matches={matches} />}
        </p>
      </div>
      <BuddyList matches={matches} query={query} onShowAll={() => setQuery({ filter: 'all' })} />
      {matches.status === 'ready' && !matches.hasMore && <LazyDismissedPeople />}
    </>
  )
}

/** The age of the ranking, shown after a while. It is not announced to screen readers, because it changes every minute. */
function Updated({ matches: { total, rankedAtMs } }: { matches: Extract<Matches, { status: 'ready' }> }) {
  const [oldMs, setOldMs] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setOldMs(rankedAtMs), rankedAtMs + A_WHILE_MS - Date.now())
    return () => clearTimeout(timer)
  }, [rankedAtMs])
  if (oldMs !== rankedAtMs) return null
  return (
    <Suspense>
      {total !== null && ' · '}
      <LazyRankingAge atMs={rankedAtMs} />
    </Suspense>
  )
}
