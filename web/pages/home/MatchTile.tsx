import { useId } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { SuggestedPerson } from '#contract/taste.ts'
import { PersonActions } from '#web/features/connections/PersonActions.tsx'
import { basisWords, inCommonWords } from '#web/features/matching/match.messages.ts'
import { MatchPrint } from '#web/features/matching/MatchPrint.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MatchFigure } from '#web/ui/MatchFigure.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Somebody who matches, in little room: who, how much, the print, the rarest thing both love, and the button. */
export function MatchTile({ card: { person, match, prints, relation, basis } }: { card: SuggestedPerson }) {
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
      <MatchPrint match={match} prints={prints} person={person} height={150} withLegend={false} />
      <p className="wl-dim wl-small">
        <span className="wl-line" title={basisWords(i18n, basis)}>
          {basis === 'mutual_buddies' ? basisWords(i18n, basis) : inCommonWords(i18n, match)}
        </span>
        <span className="wl-line">
          {match.rarest !== null && i18n._({ id: 'home.match.rarest', message: 'Rarest: {rarest}', values: { rarest: match.rarest.name } })}
        </span>
      </p>
      <div className="wl-match-tile-actions">
        <PersonActions person={person} relation={relation} />
      </div>
    </article>
  )
}

/** A placeholder for a match tile. */
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
