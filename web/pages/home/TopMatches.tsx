import { useLingui } from '@lingui/react'
import type { SuggestedPerson } from '#contract/taste/taste.ts'
import { useDismissals } from '#web/features/matching/dismissals.ts'
import { useMatches } from '#web/features/matching/taste.api.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from './HomeSection.tsx'
import { useKnown, type Turn } from './use-turns.ts'
import { useId } from 'react'
import { Link } from 'react-router'
import { mutualBuddiesText } from '#web/features/connections/connections.messages.ts'
import { PersonActions } from '#web/features/matching/connect/PersonActions.tsx'
import { basisText, inCommonText, matchSentence } from '#web/features/matching/match.messages.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { WithLinks } from '#web/features/media/items/WithLinks.tsx'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const MAX_MATCHES = 4

/** The best new matches. Renders nothing without any: the checklist explains what to do then. */
export function TopMatches({ turn }: { turn: Turn }) {
  const { i18n } = useLingui()
  const matches = useMatches(
    { filter: 'all' },
    useDismissals((state) => state.hidden),
  )
  const people = matches.status === 'ready' ? newMatches(matches.people) : []
  useKnown(turn, matches.status !== 'loading')
  if (!turn.isOn || (matches.status === 'ready' && people.length === 0)) return null
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
            ? Array.from({ length: MAX_MATCHES }, (_, index) => (
                <li key={index}>
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

/**
 * Leaves out people with a request: theirs are shown above, and earlier ones of the viewer are not new. One requested just now stays
 * until the next visit. People who are suggested for their buddies alone come last here, because the section is about taste.
 */
export function newMatches(people: readonly SuggestedPerson[]): SuggestedPerson[] {
  const isNew = people.filter(({ relation }) => relation !== 'asked')
  const sharesTaste = ({ match }: SuggestedPerson) => (match.percent ?? 0) > 0
  return [...isNew.filter(sharesTaste), ...isNew.filter((person) => !sharesTaste(person))].slice(0, MAX_MATCHES)
}

/** A compact matching person: figure, print, rarest shared item and button. */
export function MatchTile({ card: { person, match, prints, relation, basis, mutual_count } }: { card: SuggestedPerson }) {
  const { i18n } = useLingui()
  const nameId = useId()
  return (
    <article className="wl-card wl-match-tile" aria-labelledby={nameId}>
      <header>
        <Link to={`/profile/${person.uid}`} tabIndex={-1} aria-hidden>
          <Avatar person={person} size={40} />
        </Link>
        <h3 id={nameId} className="wl-line">
          <Link to={`/profile/${person.uid}`}>{person.name}</Link>
        </h3>
        <MatchFigure percent={match.percent} />
      </header>
      <TastePrint mine={prints.mine} theirs={prints.theirs} label={matchSentence(i18n, match)} height={150} />
      <p className="wl-dim wl-small">
        <span className="wl-line" title={basisText(i18n, basis)}>
          {basis === 'mutual_buddies' ? mutualBuddiesText(i18n, mutual_count) : inCommonText(i18n, match)}
        </span>
        <span className="wl-line">
          {match.rarest !== null && (
            <WithLinks
              text={i18n._({ id: 'home.match.rarest', message: 'Rarest: {rarest}', values: { rarest: match.rarest.name } })}
              items={[match.rarest]}
            />
          )}
        </span>
      </p>
      <div className="wl-match-tile-actions">
        <PersonActions person={person} relation={relation} />
      </div>
    </article>
  )
}

export function MatchTileSkeleton() {
  return (
    <div className="wl-card wl-match-tile" aria-hidden>
      <header>
        <Skeleton shape="round" width={40} />
        <Skeleton width="55%" />
      </header>
      <div className="wl-match-tile-print">
        <Skeleton shape="block" height="100%" />
      </div>
      <p className="wl-small">
        <span>
          <Skeleton width="80%" />
        </span>
        <span>
          <Skeleton width="50%" />
        </span>
      </p>
      <Skeleton shape="block" height={38} />
    </div>
  )
}
