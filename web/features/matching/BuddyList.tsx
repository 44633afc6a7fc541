import { useDeferredValue, useRef } from 'react'
import { useLingui } from '@lingui/react'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListEnd } from '#web/ui/ListEnd.tsx'
import { LoadingLabel } from '#web/ui/Skeleton.tsx'
import { BuddyCard } from './BuddyCard.tsx'
import { BuddyCardSkeleton } from './BuddyCardSkeleton.tsx'
import type { MatchQuery } from './match-filter.ts'
import type { MatchFilter, SuggestedPerson } from '#contract/taste/taste.ts'
import { useCardKeys } from './use-card-keys.ts'
import type { Matches } from './taste.api.ts'
import './BuddyList.css'

const LazyNoMatches = lazyPart(async () => (await import('./NoMatches.tsx')).NoMatches, <BuddyListSkeleton />)

const FIRST_CARDS = 4

export type BuddyListProps = { matches: Matches; query: MatchQuery; onShowAll: () => void }

/** People ranked by match, in two columns where there is room, with infinite scrolling. */
export function BuddyList({ matches, query, onShowAll }: BuddyListProps) {
  if (matches.status === 'loading') return <BuddyListSkeleton />
  if (matches.status === 'failed') return <ErrorState kind={matches.failure.kind} onRetry={matches.retry} />
  if (matches.people.length === 0 && !matches.hasMore) {
    return <LazyNoMatches query={query} onShowAll={onShowAll} />
  }
  return <ReadyList matches={matches} filter={query.filter} />
}

type ReadyListProps = { matches: Extract<Matches, { status: 'ready' }>; filter: MatchFilter }

/** Shows what fits on a screen first: all cards at once would keep the page blank for twice as long. */
function ReadyList({ matches, filter }: ReadyListProps) {
  const { i18n } = useLingui()
  const { people, hasMore } = matches
  const showsAll = useDeferredValue(true, false)
  return (
    <>
      <Cards people={showsAll ? people : people.slice(0, FIRST_CARDS)} filter={filter} isBusy={!showsAll} />
      {hasMore && showsAll && (
        <ListEnd
          list={matches}
          more={i18n._({ id: 'match.more', message: 'Show more' })}
          failed={i18n._({ id: 'match.more.failed', message: 'Couldn’t load more.' })}
        />
      )}
    </>
  )
}

type CardsProps = { people: readonly SuggestedPerson[]; filter: MatchFilter; isBusy: boolean }

function Cards({ people, filter, isBusy }: CardsProps) {
  const list = useRef<HTMLUListElement>(null)
  useCardKeys(list)
  return (
    <ul ref={list} className="wl-buddies" aria-busy={isBusy}>
      {people.map((card, index) => (
        <li key={card.person.uid}>
          <BuddyCard card={card} filter={filter} isFirst={index === 0} />
        </li>
      ))}
    </ul>
  )
}

function BuddyListSkeleton() {
  const { i18n } = useLingui()
  return (
    <>
      <LoadingLabel label={i18n._({ id: 'match.loading', message: 'Looking for people on your wavelength' })} />
      <div className="wl-buddies">
        {Array.from({ length: 4 }, (_, index) => (
          <BuddyCardSkeleton key={index} />
        ))}
      </div>
    </>
  )
}
