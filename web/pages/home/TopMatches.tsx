import { useLingui } from '@lingui/react'
import type { SuggestedPerson } from '#contract/taste.ts'
import { useDismissals } from '#web/features/matching/dismissals.ts'
import { useMatches } from '#web/features/matching/taste.api.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from './HomeSection.tsx'
import { MatchTile, MatchTileSkeleton } from './MatchTile.tsx'

const MAX_MATCHES = 4

/** The best new matches. Renders nothing without any: the checklist explains what to do then. */
export function TopMatches() {
  const { i18n } = useLingui()
  const matches = useMatches(
    { filter: 'all' },
    useDismissals((state) => state.hidden),
  )
  const people = matches.status === 'ready' ? newMatches(matches.people) : []
  if (matches.status === 'ready' && people.length === 0) return null
  return (
    <HomeSection
      title={i18n._({ id: 'home.matches', message: 'On your wavelength' })}
      more={{ to: '/find_buddies', label: i18n._({ id: 'home.matches.all', message: 'See all' }) }}
    >
      {matches.status === 'failed' ? (
        <ErrorState kind={matches.failure.kind} onRetry={matches.retry} />
      ) : (
        <ul className="wl-home-matches">
          {matches.status === 'loading'
            ? Array.from({ length: MAX_MATCHES }, (_, at) => (
                <li key={at}>
                  <MatchTileSkeleton />
                </li>
              ))
            : people.map((card) => (
                <li key={card.person.uid}>
                  <MatchTile card={card} />
                </li>
              ))}
        </ul>
      )}
    </HomeSection>
  )
}

/** Those who have asked stand above already, and whoever has been asked is not new. One who was asked just now stays until the next visit. */
function newMatches(people: readonly SuggestedPerson[]): SuggestedPerson[] {
  return people.filter(({ relation }) => relation !== 'asked').slice(0, MAX_MATCHES)
}
